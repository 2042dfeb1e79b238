import {
  configPaths,
  directories,
  resolveSettings,
  type ResolvedSettings,
  type SettingsSection,
} from "@skein/settings";
import { checkSections } from "./check-sections.ts";

/** What the environment and the user's own files say, without those of any project. */
export async function userSettings(): Promise<ResolvedSettings> {
  const { env } = process;
  const { config } = directories({ env });
  const files = configPaths({ cwd: config, config, env }).filter(({ layer }) => layer !== "project");
  return resolveSettings({ env, files, check: checkSections });
}

/** The maps and lists there. */
export async function userEntries(): Promise<readonly SettingsSection[]> {
  return (await userSettings()).sections;
}
