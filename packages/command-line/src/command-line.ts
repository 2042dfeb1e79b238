import type { Command, CommandTable } from "./command.ts";
import { commandGroup, groupCommands, type GroupCommand } from "./command-group.ts";
import { defineCommand, type CommandForm } from "./define-command.ts";
import type { Flags } from "./flag.ts";
import type { Program } from "./program.ts";

export interface CommandLineKit {
  readonly defineCommand: <const Table extends Flags, const Needs extends readonly string[] = readonly []>(
    form: CommandForm<Table, Needs>,
  ) => Command;
  readonly commandGroup: (group: string, help: string, commands: CommandTable) => Command;
  readonly groupCommands: <const Table extends Flags>(
    name: string,
    help: string,
    flags: Table,
  ) => GroupCommand<Table>;
}

/** How the commands of one program are declared. */
export function commandLine(program: Program): CommandLineKit {
  return {
    defineCommand: (form) => defineCommand(program, form),
    commandGroup: (group, help, commands) => commandGroup(program, group, help, commands),
    groupCommands: (name, help, flags) => groupCommands(program, name, help, flags),
  };
}
