import { ConfigError, exitCodes } from "@skein/protocol";
import type { Command, CommandTable } from "./command.ts";
import { flagHelp } from "./flag-help.ts";
import type { Suggests } from "./completion/complete-words.ts";
import type { Flags } from "./flag.ts";
import { parseFlags, type Parsed } from "./parse-flags.ts";
import { hintAt, type Program } from "./program.ts";
import { refuseWords } from "./refuse-words.ts";

/** Every command has it. */
export const helpFlag = { short: "h", description: "This text" } as const;

interface CommandHelp {
  /** What it does, in a few words. */
  readonly title: string;
  /** After the program's name and the command's words. */
  readonly usage: readonly string[];
  /** What the flags do not say. */
  readonly text?: string;
  readonly examples: readonly string[];
}

export interface CommandForm<Table extends Flags, Needs extends readonly string[] = readonly []> {
  /** Its words: `session list`. */
  readonly name: string;
  /** @param flags - the list of them, one a line. */
  readonly help: CommandHelp | ((flags: string) => string);
  /** `--help` is added. */
  readonly flags: Table;
  /** What the words are that it cannot do without: `A rule`. */
  readonly needs?: Needs;
  /** What to say when one of them is missing. */
  readonly hint?: string;
  /** How many words it takes at most. Default: those that it needs. */
  readonly words?: number;
  /** What they are. */
  readonly suggests?: Suggests;
  /** @returns the exit code; nothing when it is done. */
  readonly run: (
    flags: Parsed<Table>,
    words: readonly [...{ readonly [Index in keyof Needs]: string }, ...string[]],
    commands: CommandTable,
  ) => Promise<number | void>;
}

/** A command by what is particular about it: what every command does with its arguments is done here. */
export function defineCommand<const Table extends Flags, const Needs extends readonly string[] = readonly []>(
  program: Program,
  form: CommandForm<Table, Needs>,
): Command {
  const { help, needs = [], words: taken = needs.length, run } = form;
  const name = `${program.name} ${form.name}`;
  const table = { ...form.flags, help: helpFlag };
  const main: Command = async (args, commands = {}) => {
    const { flags, words } = parseFlags(name, table, args);
    if (flags.help) {
      const list = flagHelp(table);
      program.print(typeof help === "function" ? help(list) : helpText(name, help, list));
      return exitCodes.done;
    }
    refuseWords(name, words, taken);
    const missing = needs[words.length];
    if (missing !== undefined)
      throw new ConfigError("usage", `${missing} is missing.`, {
        hint: form.hint ?? hintAt(name, "shows how it is used"),
      });
    return (await run(flags, words as Parameters<typeof run>[1], commands)) ?? exitCodes.done;
  };
  return Object.assign(main, { flags: table, ...(form.suggests ? { suggests: form.suggests } : {}) });
}

function helpText(name: string, { title, usage, text, examples }: CommandHelp, flags: string): string {
  const lines = (some: readonly string[]) => some.map((line) => `  ${line}`).join("\n");
  const blocks = [
    `${name}: ${title}`,
    `Usage\n${lines(usage.map((words) => `${name} ${words}`.trimEnd()))}`,
    ...(text === undefined ? [] : [text.trim()]),
    `Examples\n${lines(examples)}`,
    `Flags\n${flags}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}
