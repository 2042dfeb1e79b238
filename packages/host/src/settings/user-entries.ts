import {
  resolveSettings,
  userConfigPaths,
  type ConfigPath,
  type ResolvedSettings,
  type SettingsSection,
} from "@skein/settings";
import type { Machine } from "../machine.ts";
import { checkSections } from "./check-sections.ts";

/** The user's own files and those of the machine, without those of any project. */
export function userFiles({ env, directories: { config } }: Machine): readonly ConfigPath[] {
  return userConfigPaths({ cwd: config, config, env });
}

/** What the environment and the user's own files say. */
export async function userSettings(machine: Machine): Promise<ResolvedSettings> {
  return resolveSettings({ env: machine.env, files: userFiles(machine), check: checkSections });
}

/** The maps and lists there. */
export async function userEntries(machine: Machine): Promise<readonly SettingsSection[]> {
  return (await userSettings(machine)).sections;
}
