import { flagHelp } from "./flag-help.ts";
import type { Flags } from "./flags.ts";

export interface SubcommandHelp {
  /** What it does, in a few words. */
  readonly title: string;
  /** After `skein` and the command's words. */
  readonly usage: readonly string[];
  /** What the flags do not say. */
  readonly text?: string;
  readonly examples: readonly string[];
  readonly flags: Flags;
}

/** @param command - its words: `session list`. */
export function subcommandHelp(command: string, help: SubcommandHelp): string {
  const { title, usage, text, examples, flags } = help;
  const lines = (some: readonly string[]) => some.map((line) => `  ${line}`).join("\n");
  const blocks = [
    `skein ${command}: ${title}`,
    `Usage\n${lines(usage.map((words) => `skein ${command} ${words}`.trimEnd()))}`,
    ...(text === undefined ? [] : [text.trim()]),
    `Examples\n${lines(examples)}`,
    `Flags\n${flagHelp(flags)}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}
