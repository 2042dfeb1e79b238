import { ConfigError } from "@skein/protocol";
import { refuseWords } from "../arguments/subcommand.ts";

/** The one recipe that a command is about. Throws `ConfigError` when it is missing or one of several. */
export function requireWord(command: string, words: readonly string[]): string {
  const [word] = words;
  if (word === undefined) {
    throw new ConfigError("usage", "Which recipe?", {
      hint: `skein recipe ${command} RECIPE: a file, a link or a name; \`skein recipe list\` has the names.`,
    });
  }
  refuseWords(`recipe ${command}`, words, 1);
  return word;
}
