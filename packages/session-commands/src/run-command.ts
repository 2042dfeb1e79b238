import { nearestWord } from "@skein/platform/words";
import type { CommandInfo, CommandScope, SessionCommand } from "./command.ts";
import type { CommandResult } from "./command-result.ts";

export interface CommandLine {
  readonly name: string;
  readonly argument: string;
}

/** @returns `undefined` for any other text; a path like `/etc/hosts` is not a command. */
export function readCommandLine(text: string): CommandLine | undefined {
  if (!/^\/(?:[\w?-]*|[\w-]+:\S+)(?:\s|$)/.test(text)) return undefined;
  const [, name = "", argument = ""] = /^\/(\S*)\s*([^]*)$/.exec(text.trim()) ?? [];
  return { name: name.toLowerCase(), argument: argument.trim() };
}

/** The command of that name, or the only one that begins so; otherwise the name of one that may be meant. */
export function findCommand<Command extends CommandInfo>(
  name: string,
  commands: readonly Command[],
): { readonly command: Command } | { readonly guess: string | undefined } {
  const begun = name.length < 2 ? [] : commands.filter((command) => command.name.startsWith(name));
  const command = commands.find((one) => one.name === name) ?? (begun.length === 1 ? begun[0] : undefined);
  if (command) return { command };
  const names = commands.map((one) => one.name);
  return { guess: nearestWord(name, names) };
}

/** Runs one of `commands`. Rejects with what goes wrong in it. */
export async function runCommand(
  { name, argument }: CommandLine,
  commands: readonly SessionCommand[],
  scope: CommandScope,
): Promise<CommandResult> {
  const found = findCommand(name, commands);
  if (!("command" in found)) return { kind: "unknown-command", name, guess: found.guess };
  const { command } = found;
  if (command.when === "between-runs" && scope.session.isRunning())
    return { kind: "must-wait", name: command.name };
  return command.run(argument, scope);
}
