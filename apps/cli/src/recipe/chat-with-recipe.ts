import type { Parsed } from "@skein/command-line";
import type { runFlags } from "@skein/command-line/flags";
import { ConfigError } from "@skein/protocol";
import { readTask } from "../arguments/read-task.ts";
import { cleanText } from "@skein/terminal";
import { chatWith } from "../commands/chat.ts";

/** `skein run --recipe NAME -s`: the recipe's prompt begins a chat. @returns the exit code. */
export async function chatWithRecipe(flags: Parsed<typeof runFlags>): Promise<number> {
  const unfit = (["attach", "output-format", "output-schema", "no-session"] as const).find(
    (name) => flags[name] !== undefined,
  );
  if (unfit !== undefined) {
    throw new ConfigError("usage", `--interactive is a chat, and --${unfit} is not for one.`, {
      hint: "Leave one of them out.",
    });
  }
  const hasText = flags.text !== undefined || flags.instructions !== undefined;
  const warn = (text: string): void => void process.stderr.write(`skein: ${cleanText(text)}\n`);
  return chatWith(flags, { text: hasText ? await readTask(flags, { isOptional: false, warn }) : undefined });
}
