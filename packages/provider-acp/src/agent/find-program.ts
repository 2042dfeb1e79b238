import { delimiter, isAbsolute, join } from "node:path";
import { isProgram } from "@skein/platform/files";
import { ConfigError } from "@skein/protocol";

/** Throws `ConfigError` unless the program can be run. */
export function requireProgram(command: string, path: string | undefined, install: string | undefined): void {
  const hint = install ?? "Check its name, or install it.";
  if (command.trim() === "") throw new ConfigError("usage", "The agent's command is empty.", { hint });
  const named = isAbsolute(command) || command.includes("/");
  const places = named ? [command] : (path ?? "").split(delimiter).map((folder) => join(folder, command));
  if (!places.some(isProgram))
    throw new ConfigError("usage", `The agent's command "${command}" was not found.`, { hint });
}
