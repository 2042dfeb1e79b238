import { ConfigError } from "@skein/protocol";
import { refuseWords } from "../arguments/subcommand.ts";

/** The schedule that a command is about. Throws `ConfigError`. */
export function readScheduleName(command: string, words: readonly string[]): string {
  const [name] = words;
  if (name === undefined) {
    throw new ConfigError("usage", `Which schedule? \`skein schedule ${command}\` needs its name.`, {
      hint: "`skein schedule list` shows them.",
    });
  }
  refuseWords(`schedule ${command}`, words, 1);
  return name;
}
