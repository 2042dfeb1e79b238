import { dirname } from "node:path";
import {
  configPaths,
  projectFile,
  resolveSettings,
  trustStore,
  type ConfigPath,
  type Directories,
  type ResolvedSettings,
  type SettingsSources,
  type TrustState,
} from "@skein/settings";
import { untrustedFiles, type UntrustedCheck } from "@skein/runtime/untrusted-files";
import type { Machine } from "../machine.ts";
import { checkSections } from "./check-sections.ts";

/** Sections that no project sets: they say where keys and code go, and what runs beside the agent. */
const usersOwnSections: readonly string[] = [
  "providers",
  "models",
  "redaction",
  "shell",
  "sandboxAccess",
  "hookFiles",
  "inspectors",
  "languageServers",
  "webSearch",
];

export interface EffectiveSettings extends ResolvedSettings {
  readonly folders: Directories;
  /** The strongest first. */
  readonly files: readonly ConfigPath[];
  /** The folder whose `.skein` counts here, and how far it is trusted: `changed` and `replaced` are worth a warning. */
  readonly project: {
    readonly folder: string;
    readonly trust: TrustState;
    /** Whether a file was left by a command of the sandbox, and trusted by no one since: it is not read. */
    readonly isUntrusted: UntrustedCheck;
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
  const files = configPaths({
    cwd,
    config: folders.config,
    env,
    isProjectTrusted: trust === "trusted",
  }).filter(({ path }) => !isUntrusted(path));
  const resolved = await resolveSettings({ flags: overrides, env, files, check: checkSections });
  const { stallTimeoutMs: stallTimeout, journal, journalBlobs } = resolved.origins;
  const usersOwn = [
    ...Object.entries({ stallTimeout, journal, journalBlobs }).map(([key, origin]) => ({ key, origin })),
    ...resolved.sections.filter(({ key }) => usersOwnSections.includes(key)),
  ];
  const warnings = [
    ...resolved.warnings,
    ...usersOwn.flatMap(({ key, origin }) =>
      origin?.layer === "project" ? [`${origin.name}: ${key} counts only in your own config files.`] : [],
    ),
  ];
  return { ...resolved, warnings, folders, files, project: { folder, trust, isUntrusted } };
}
