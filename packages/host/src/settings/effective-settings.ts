import { dirname } from "node:path";
import {
  configPaths,
  foldersOfProject,
  projectFile,
  resolveSettings,
  trustStore,
  type ConfigPath,
  type Directories,
  type ResolvedSettings,
  type SettingsSources,
  type TrustState,
} from "@skein/settings";
import { untrustedFiles } from "@skein/runtime/untrusted-files";
import type { Machine } from "../machine.ts";
import { checkSections } from "./check-sections.ts";

/** `restricted`: nothing of the project is used, whether it is trusted or not. */
export type ProjectTrust = TrustState | "restricted";

export interface EffectiveSettings extends ResolvedSettings {
  readonly folders: Directories;
  /** The strongest first. */
  readonly files: readonly ConfigPath[];
  /** The folder whose `.skein` counts here, and how far it is trusted: `changed` and `replaced` are worth a warning. */
  readonly project: {
    readonly folder: string;
    readonly trust: ProjectTrust;
    /** Whether a file was left by a command of the sandbox, and trusted by no one since: it is not read. */
    readonly isUntrusted: ReturnType<typeof untrustedFiles>;
  };
}

/**
 * What holds in a folder: what was said for this one time, the environment, and the files that count there, those of the
 * project only when it is trusted. Throws `ConfigError` that names all bad values.
 *
 * @param overrides - flags of a command, fields of a form.
 */
export async function effectiveSettings(
  { env, directories: folders }: Machine,
  cwd: string,
  overrides: NonNullable<SettingsSources["flags"]> = {},
): Promise<EffectiveSettings> {
  const folder = dirname(dirname(projectFile(cwd)));
  const isUntrusted = untrustedFiles(folders.data);
  const trust = await trustStore(folders.data).check(folder);
  const all = configPaths({
    cwd,
    config: folders.config,
    env,
    isProjectTrusted: trust === "trusted",
  });
  const untouched = all.filter(({ path }) => !isUntrusted(path));
  const resolved = await resolveSettings({ flags: overrides, env, files: untouched, check: checkSections });
  const { restricted } = resolved.values;
  const files = restricted ? untouched.filter(({ layer }) => layer !== "project") : untouched;
  const warnings = [
    ...resolved.warnings,
    ...all.filter((file) => !untouched.includes(file)).map(({ path }) => leftByCommand(path)),
  ];
  const project = { folder, trust: restricted ? ("restricted" as const) : trust, isUntrusted };
  return { ...resolved, warnings, folders, files, project };
}

/** The project's folders whose files count, from its root down to `cwd`: none with `restricted`. */
export function usedFolders({ trust }: EffectiveSettings["project"], cwd: string): readonly string[] {
  return trust === "restricted" ? [] : foldersOfProject(cwd);
}

function leftByCommand(path: string): string {
  return `${path} is ignored: a command in the sandbox changed it. Read it, then trust the file.`;
}
