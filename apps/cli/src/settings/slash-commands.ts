import { dirname, isAbsolute, resolve } from "node:path";
import { homedir } from "node:os";
import { ConfigError, isJsonObject } from "@skein/protocol";
import { describeOrigin, type Origin, type ResolvedSettings } from "@skein/settings";
import { slashCommandsKey } from "./user-entries.ts";

/** A recipe that is a command of the chat. */
export interface ConfiguredCommand {
  readonly name: string;
  /** Absolute. */
  readonly recipe: string;
}

const example = `Write it like this:
${slashCommandsKey}:
  - command: review
    recipe_path: ~/recipes/review.yaml`;

/**
 * The recipes that config files make commands of the chat, the user's own before a project's. Throws `ConfigError` with the place
 * of what cannot be used.
 */
export function configuredCommands(others: ResolvedSettings["others"]): readonly ConfiguredCommand[] {
  const found = new Map<string, ConfiguredCommand>();
  const ofUser = others.filter(({ origin }) => origin.layer !== "project");
  const ofProject = others.filter(({ origin }) => origin.layer === "project");
  for (const { key, value, origin } of [...ofUser, ...ofProject]) {
    if (key !== slashCommandsKey || value === null) continue;
    const fault = (what: string) =>
      new ConfigError("usage", `${describeOrigin(origin)}: ${what}.`, { hint: example });
    if (!Array.isArray(value)) throw fault(`${key} must be a list of commands`);
    for (const [index, entry] of value.entries()) {
      const { command, recipe_path: path } = isJsonObject(entry) ? entry : {};
      if (typeof command !== "string" || typeof path !== "string" || path.trim() === "") {
        throw fault(`${key}[${index}] needs a command and a recipe_path`);
      }
      const name = command.trim().replace(/^\//, "").toLowerCase();
      if (!/^[\w-]{1,48}$/.test(name)) throw fault(`${key}[${index}].command is no name for a command`);
      if (!found.has(name)) found.set(name, { name, recipe: pathOf(path.trim(), origin) });
    }
  }
  return [...found.values()];
}

/** Relative ones begin where the config file is. */
function pathOf(path: string, { name }: Origin): string {
  if (/^~[/\\]/.test(path)) return resolve(homedir(), path.slice(2));
  return isAbsolute(path) ? path : resolve(dirname(name), path);
}
