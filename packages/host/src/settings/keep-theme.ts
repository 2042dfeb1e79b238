import { join } from "node:path";
import { editConfigFile, settingFields, type ScreenSettings } from "@skein/settings";
import type { Machine } from "../machine.ts";

/** Where a choice was saved, and what wins over it the next time. */
export interface KeptTheme {
  readonly file: string;
  /** A variable of the environment. */
  readonly overruledBy?: string;
}

/** Saves the theme in the user's own config file. Throws `ConfigError` where that cannot be written. */
export async function keepTheme(
  { env, directories }: Machine,
  theme: ScreenSettings["theme"],
): Promise<KeptTheme> {
  const { key, variable } = settingFields.theme;
  const file = join(directories.config, "config.yaml");
  await editConfigFile(file, [{ path: [key], value: theme }]);
  return { file, ...((env[variable] ?? "").trim() === "" ? {} : { overruledBy: variable }) };
}
