import { dirname, isAbsolute, resolve } from "node:path";
import { homeFolder } from "@skein/platform/user";
import type { SettingOrigin, SettingsSection } from "@skein/settings";
import { userFirst } from "./user-first.ts";

/** A recipe that is a command of the chat. */
export interface ConfiguredCommand {
  readonly name: string;
  /** Absolute. */
  readonly recipe: string;
}

/** The recipes that config files make commands of the chat, the user's own before a project's. */
export function configuredCommands(sections: readonly SettingsSection[]): readonly ConfiguredCommand[] {
  const found = new Map<string, ConfiguredCommand>();
  for (const { key, value, origin } of userFirst(sections)) {
    if (key !== "slash_commands") continue;
    for (const { command, recipe_path: path } of value as unknown as readonly Written[]) {
      const name = command.trim().replace(/^\//, "").toLowerCase();
      if (!found.has(name)) found.set(name, { name, recipe: pathOf(path.trim(), origin) });
    }
  }
  return [...found.values()];
}

/** An entry as it stands in a config file. */
interface Written {
  readonly command: string;
  readonly recipe_path: string;
}

/** Relative ones begin where the config file is. */
function pathOf(path: string, { name }: SettingOrigin): string {
  if (/^~[/\\]/.test(path)) return resolve(homeFolder(), path.slice(2));
  return isAbsolute(path) ? path : resolve(dirname(name), path);
}
