import { ConfigError, SessionError } from "@skein/protocol";
import type { Command, CommandTable } from "./command.ts";
import { defineCommand, type CommandForm } from "./define-command.ts";
import type { Flags } from "./flag.ts";
import type { Program } from "./program.ts";
import { subcommand } from "./subcommand.ts";

/**
 * A command of several: `skein session list`. A store that cannot be read or written is for the user to fix, and not a defect.
 *
 * @param commands - the first is taken when none is named.
 */
export function commandGroup(program: Program, group: string, help: string, commands: CommandTable): Command {
  const names = Object.keys(commands) as [string, ...string[]];
  const main = async (args: readonly string[]): Promise<number> => {
    if (args[0] === "--help" || args[0] === "-h") {
      program.print(help);
      return 0;
    }
    const { name, rest } = subcommand(`${program.name} ${group}`, names, args);
    const command = await commands[name]!();
    try {
      return await command.main(rest);
    } catch (error) {
      if (!SessionError.is(error) || !unusable.includes(error.code)) throw error;
      const { message, hint } = error;
      throw new ConfigError("unreadable", message, { cause: error, ...(hint === undefined ? {} : { hint }) });
    }
  };
  return Object.assign(main, {
    subcommands: names,
    subcommand: async (name: string) => (await commands[name]!()).main,
  });
}

const unusable: readonly string[] = ["damaged", "full"];

/** Makes one command of a group. */
export type GroupCommand<Table extends Flags> = <const Needs extends readonly string[] = readonly []>(
  run: CommandForm<Table, Needs>["run"],
  words?: Pick<CommandForm<Table, Needs>, "needs" | "words">,
) => CommandTable[string];

/** Makes commands of a group that show the help of the group and take the same flags. */
export function groupCommands<const Table extends Flags>(
  program: Program,
  name: string,
  help: string,
  flags: Table,
): GroupCommand<Table> {
  return (run, words) => async () => ({
    main: defineCommand(program, { ...words, name, help: () => help, flags, run }),
  });
}
