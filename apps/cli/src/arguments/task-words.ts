import { refuseCommandLike, refuseCommandWord, type CommandTable } from "@skein/command-line";
import { ConfigError } from "@skein/protocol";

type TaskFlags = { readonly text?: string; readonly explain?: boolean; readonly "render-recipe"?: boolean };

const near = (commands: CommandTable) => ({
  program: { name: "skein" },
  commands,
  asTask: (word: string) => `skein run -t "${word}"`,
});

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
  // It must not cost a call of a model.
  if (more.length === 0) await refuseCommandWord(first, near(commands));
  return { ...flags, text: words.join(" ") };
}

/** Throws `ConfigError` for what follows `skein` and rather is a command with a slip of the finger. */
export const refuseUnknownCommand = (args: readonly string[], commands: CommandTable): Promise<void> =>
  refuseCommandLike(args, near(commands));
