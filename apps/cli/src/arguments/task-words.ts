import type { CommandTable } from "@skein/command-line";
import { ConfigError } from "@skein/protocol";
import { nearestWord } from "@skein/settings";

type TaskFlags = { readonly text?: string; readonly explain?: boolean; readonly "render-recipe"?: boolean };

/** The task as words on the command line: `skein run fix the bug`. Throws `ConfigError` where they cannot be one. */
export async function withTaskWords<Flags extends TaskFlags>(
  flags: Flags,
  words: readonly string[],
  commands: CommandTable,
): Promise<Flags> {
  const [first, ...more] = words;
  if (first === undefined) return flags;
  if (flags.text !== undefined) {
    throw new ConfigError("usage", `Unexpected argument "${first}": the task was given with -t already.`, {
      hint: "Give it once: after -t, or as words.",
    });
  }
  if (flags.explain || flags["render-recipe"]) {
    throw new ConfigError("usage", `Unexpected argument "${first}": nothing is run, so there is no task.`, {
      hint: "Leave it out.",
    });
  }
  if (more.length === 0) await refuseCommandWord(first, commands);
  return { ...flags, text: words.join(" ") };
}

/** A word alone that is a command, or nearly one, was hardly meant as a task, and must not cost a call of a model. */
async function refuseCommandWord(word: string, commands: CommandTable): Promise<void> {
  const meant = await commandsLike(word, commands);
  if (meant.length === 0) return;
  throw new ConfigError("usage", `"${word}" alone looks like a command and not like a task.`, {
    hint: `Did you mean ${meant.map((name) => `\`skein ${name}\``).join(" or ")}? As a task: skein run -t "${word}"`,
  });
}

/**
 * What follows `skein` and is no command is a task when it is several words, or one with blanks. Throws `ConfigError`
 * when it rather is a command with a slip of the finger, and for any single word.
 */
export async function refuseCommandLike(args: readonly string[], commands: CommandTable): Promise<void> {
  const [first = "", second = ""] = args;
  if (/\s/.test(first.trim())) return;
  const words = args.filter((word) => !word.startsWith("-"));
  const guess = nearestWord(first, Object.keys(commands));
  if (guess === undefined) {
    if (words.length === 1) throw unknownCommand(first, await commandsLike(first, commands));
    return;
  }
  const isMeant = words.length <= 2 || (await subcommandLike(second, guess, commands)) !== undefined;
  if (isMeant) throw unknownCommand(first, [guess]);
}

function unknownCommand(word: string, meant: readonly string[]): ConfigError {
  const guess = meant.map((name) => `\`skein ${name}\``).join(" or ");
  const hint = guess === "" ? "`skein --help` lists the commands." : `Did you mean ${guess}?`;
  return new ConfigError("usage", `There is no command "${word}".`, {
    hint: `${hint} A task of one word: skein run -t "${word}"`,
  });
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
