import { buffer } from "node:stream/consumers";
import type { Parsed } from "@skein/command-line";
import type { runFlags } from "@skein/command-line/flags";
import { ConfigError, messageOf } from "@skein/protocol";
import { decodeInput, readPiped, readTextFile } from "@skein/terminal";

type TaskFlags = Pick<Parsed<typeof runFlags>, "text" | "instructions" | "no-stdin">;

export interface ReadTaskOptions {
  /** Whether there is something to do without a task, as long as no flag promises one: then it is `undefined`. */
  readonly isOptional: boolean;
  /** Called when standard input was not waited for, and where an encoding was guessed. */
  readonly warn: (sentence: string) => void;
}

/**
 * The task: `-t`, then `-i`, then standard input where that is a pipe or a file, one after the other. What comes with
 * something else to do is waited for until its first byte, but not for ever; a task that can come from nowhere else is.
 */
export async function readTask(flags: TaskFlags, options: ReadTaskOptions): Promise<string | undefined> {
  const { text: words, instructions, "no-stdin": isClosed = false } = flags;
  if (instructions === "-" && isClosed) {
    throw new ConfigError("usage", "-i - reads standard input, and --no-stdin does not.", {
      hint: "Leave one of them out.",
    });
  }
  const isElsewhere = words !== undefined || instructions !== undefined;
  const { warn } = options;
  const parts = [words, instructions === undefined ? undefined : await readInstructions(instructions, warn)];
  if (!isClosed && instructions !== "-")
    parts.push(await standardInput({ isNeeded: !isElsewhere && !options.isOptional, warn: options.warn }));
  const task = parts.filter((part) => part !== undefined && part.trim() !== "").join("\n\n");
  if (task !== "") return task;
  if (options.isOptional && !isElsewhere) return undefined;
  throw new ConfigError("usage", "There is no task.", {
    hint: `Give it in words, with -t "…", in a file with -i FILE, or on standard input.`,
  });
}

async function readInstructions(file: string, warn: ReadTaskOptions["warn"]): Promise<string> {
  if (file === "-") return decodeInput(await buffer(process.stdin), "Standard input", warn);
  return readTextFile(file, "-i", warn);
}

/** Throws `ConfigError`. */
async function standardInput({
  isNeeded,
  warn,
}: {
  readonly isNeeded: boolean;
  readonly warn: ReadTaskOptions["warn"];
}): Promise<string | undefined> {
  const onLate = (afterMs: number): void =>
    warn(
      isNeeded
        ? "Waiting for the task on standard input."
        : `Nothing came on standard input within ${afterMs / 1000} s: going on without it. --no-stdin does not wait.`,
    );
  try {
    const bytes = await readPiped({ stream: process.stdin, descriptor: 0, isNeeded, onLate });
    return bytes && (await decodeInput(bytes, "Standard input", warn));
  } catch (error) {
    throw new ConfigError("unreadable", `Standard input cannot be read (${messageOf(error)}).`, {
      hint: "Add --no-stdin when there is nothing in it to be read.",
    });
  }
}
