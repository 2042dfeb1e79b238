import { ConfigError } from "@skein/protocol";
import { hintAt } from "./program.ts";

/** Throws `ConfigError` for words that a command has no use for. @param command - as it is typed: `skein session list`. */
export function refuseWords(command: string, words: readonly string[], taken = 0): void {
  const stray = words[taken];
  if (stray === undefined) return;
  throw new ConfigError("usage", `\`${command}\` has no use for "${stray}".`, {
    hint: hintAt(command, "shows how it is used"),
  });
}
