import { flagHelp } from "../arguments/flag-help.ts";
import type { Flags } from "../arguments/flags.ts";

export interface SubcommandHelp {
  /** What it does, in a few words. */
  readonly title: string;
  /** After `skein session`. */
  readonly usage: readonly string[];
  /** What the flags do not say. */
  readonly text?: string;
  readonly examples: readonly string[];
  readonly flags: Flags;
}

export function subcommandHelp(name: string, help: SubcommandHelp): string {
  const { title, usage, text, examples, flags } = help;
  const lines = (some: readonly string[]) => some.map((line) => `  ${line}`).join("\n");
  const blocks = [
    `skein session ${name}: ${title}`,
    `Usage\n${lines(usage.map((words) => `skein session ${name} ${words}`.trimEnd()))}`,
    ...(text === undefined ? [] : [text.trim()]),
    `Examples\n${lines(examples)}`,
    `Flags\n${flagHelp(flags)}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}
