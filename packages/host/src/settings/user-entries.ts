import { configPaths, resolveSettings, type ResolvedSettings, type SettingsSection } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { checkSections } from "./check-sections.ts";

/** What the environment and the user's own files say, without those of any project. */
export async function userSettings({ env, directories }: Machine): Promise<ResolvedSettings> {
  const { config } = directories;
  const files = configPaths({ cwd: config, config, env }).filter(({ layer }) => layer !== "project");
  return resolveSettings({ env, files, check: checkSections });
}

/** The maps and lists there. */
export async function userEntries(machine: Machine): Promise<readonly SettingsSection[]> {
  return (await userSettings(machine)).sections;
}
