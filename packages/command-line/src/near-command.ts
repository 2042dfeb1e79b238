import { nearestWord } from "@skein/platform/words";
import { ConfigError } from "@skein/protocol";
import type { CommandTable } from "./command.ts";
import { hintAt, type Program } from "./program.ts";

export interface NearCommandOptions {
  readonly program: Pick<Program, "name">;
  readonly commands: CommandTable;
  /** How a word is typed that is meant as what the program does without a command. */
  readonly asTask: (word: string) => string;
}

/** Throws `ConfigError` for a word alone that is a command, or nearly one: it was hardly meant as anything else. */
export async function refuseCommandWord(word: string, options: NearCommandOptions): Promise<void> {
  const meant = await commandsLike(word, options.commands);
  if (meant.length === 0) return;
  const { program, asTask } = options;
  throw new ConfigError("usage", `"${word}" alone looks like a command and not like a task.`, {
    hint: `Did you mean ${named(meant, program)}? As a task: ${asTask(word)}`,
  });
}

/**
 * What follows the program's name and is no command is a task when it is several words, or one with blanks. Throws
 * `ConfigError` when it rather is a command with a slip of the finger, and for any single word.
 */
export async function refuseCommandLike(args: readonly string[], options: NearCommandOptions): Promise<void> {
  const { commands } = options;
  const [first = "", second = ""] = args;
  if (/\s/.test(first.trim())) return;
  const words = args.filter((word) => !word.startsWith("-"));
  const guess = nearestWord(first, Object.keys(commands));
  if (guess === undefined) {
    if (words.length === 1) throw unknownCommand(first, await commandsLike(first, commands), options);
    return;
  }
  const isMeant = words.length <= 2 || (await subcommandLike(second, guess, commands)) !== undefined;
  if (isMeant) throw unknownCommand(first, [guess], options);
}

function unknownCommand(word: string, meant: readonly string[], options: NearCommandOptions): ConfigError {
  const { program, asTask } = options;
  const hint =
    meant.length === 0
      ? hintAt(program.name, "lists the commands")
      : `Did you mean ${named(meant, program)}?`;
  return new ConfigError("usage", `There is no command "${word}".`, {
    hint: `${hint} A task of one word: ${asTask(word)}`,
  });
}

function named(commands: readonly string[], { name }: Pick<Program, "name">): string {
  return commands.map((command) => `\`${name} ${command}\``).join(" or ");
}

/** Commands, or else subcommands, of that name or a near one. */
async function commandsLike(word: string, commands: CommandTable): Promise<readonly string[]> {
  if (/\s/.test(word.trim())) return [];
  const guess = nearestWord(word, Object.keys(commands));
  if (guess !== undefined) return [guess];
  const found = await Promise.all(
    Object.keys(commands).map(async (name) => {
      const sub = await subcommandLike(word, name, commands);
      return sub === undefined ? [] : [`${name} ${sub}`];
    }),
  );
  return found.flat();
}

async function subcommandLike(
  word: string,
  command: string,
  commands: CommandTable,
): Promise<string | undefined> {
  const { subcommands = [] } = (await commands[command]?.())?.main ?? {};
  return nearestWord(word, subcommands);
}
