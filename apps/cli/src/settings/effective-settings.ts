import { dirname } from "node:path";
import {
  configPaths,
  directories,
  projectFile,
  resolveSettings,
  trustStore,
  type ConfigPath,
  type Directories,
  type ResolvedSettings,
  type SettingsSources,
  type TrustState,
} from "@skein/settings";
import { checkSections } from "./check-sections.ts";
import { shellWord } from "../terminal/shell-word.ts";

export interface EffectiveSettings extends ResolvedSettings {
  readonly folders: Directories;
  /** The strongest first. */
  readonly files: readonly ConfigPath[];
  /** The folder whose `.skein` counts here, and whether it is trusted. */
  readonly project: { readonly folder: string; readonly trust: TrustState };
}

/** Flags, environment, and the files that count in `cwd`, those of the project by how far it is trusted. */
export async function effectiveSettings(
  cwd: string,
  flags: NonNullable<SettingsSources["flags"]> = {},
): Promise<EffectiveSettings> {
  const { env } = process;
  const folders = directories({ env });
  const folder = dirname(dirname(projectFile(cwd)));
  const trust = await trustStore(folders.data).check(folder);
  const files = configPaths({ cwd, config: folders.config, env, isProjectTrusted: trust === "trusted" });
  const resolved = await resolveSettings({ flags, env, files, check: checkSections });
  const ofProject = resolved.sections.find(
    ({ key, origin }) =>
      ["providers", "models", "redaction", "shell"].includes(key) && origin.layer === "project",
  );
  const stalled = resolved.origins.stallTimeoutMs;
  const warnings = [
    ...resolved.warnings,
    ...(stalled?.layer === "project"
      ? [`${stalled.name}: stallTimeout counts only in your own config files.`]
      : []),
    ...(trust === "changed" ? [changed(folder)] : []),
    ...(trust === "replaced" ? [replaced(folder)] : []),
    ...(ofProject
      ? [`${ofProject.origin.name}: ${ofProject.key} counts only in your own config files.`]
      : []),
  ];
  return { ...resolved, warnings, folders, files, project: { folder, trust } };
}

function changed(folder: string): string {
  return `${folder}/.skein is not what you trusted, so it is not trusted. Look at it, then: skein trust ${shellWord(folder)}`;
}

function replaced(folder: string): string {
  return `${folder} is not the folder that you trusted, so it is not trusted: it was replaced, copied or restored, or its disk says nothing of its age. If it is yours, look at its .skein, then: skein trust ${shellWord(folder)}`;
}
