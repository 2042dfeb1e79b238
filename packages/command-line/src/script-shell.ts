import { basename } from "node:path";
import { oneOf } from "./one-of.ts";

/** Which shell a script is for: the one that was named, or the user's own. Throws `ConfigError`. @param own - `$SHELL`. */
export function scriptShell<const Shell extends string>(
  shells: readonly Shell[],
  named: string | undefined,
  own: string | undefined,
): Shell {
  const word = named ?? basename(own ?? "");
  return oneOf(word, shells, word === "" ? "Which shell?" : `There is no script for the shell "${word}".`);
}
