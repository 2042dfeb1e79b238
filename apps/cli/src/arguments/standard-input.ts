import { fstatSync, type Stats } from "node:fs";
import { ConfigError, messageOf } from "@skein/protocol";

export interface StandardInputOptions {
  /** There is nothing to do without it, so that its first byte is waited for however long it takes. */
  readonly isNeeded: boolean;
  readonly warn: (sentence: string) => void;
}

/** Children of programs, and jobs of cron, have pipes in which nothing ever comes. Milliseconds. */
const firstByteMs = 3_000;

/**
 * All of standard input, once its first byte has come.
 *
 * @returns `undefined` when there is none: it is a terminal or a device, it is closed, or nothing came in time. Throws
 *   `ConfigError` when it breaks off or is a folder.
 */
export async function standardInput(options: StandardInputOptions): Promise<string | undefined> {
  if (!canBeRead()) return undefined;
  const { stdin } = process;
  const chunks: Buffer[] = [];
  const timer = setTimeout(() => {
    if (!options.isNeeded) return stop.abort();
    options.warn("Waiting for the task on standard input.");
  }, firstByteMs);
  const stop = new AbortController();
  try {
    const left = new Promise<"late">((resolve) => {
      stop.signal.addEventListener("abort", () => resolve("late"), { once: true });
    });
    const whole = (async () => {
      for await (const chunk of stdin) {
        clearTimeout(timer);
        chunks.push(chunk as Buffer);
      }
      return Buffer.concat(chunks).toString("utf8");
    })();
    const read = await Promise.race([whole, left]);
    if (read !== "late") return read;
    whole.catch(() => undefined);
    stdin.pause();
    options.warn(
      `Nothing came on standard input within ${firstByteMs / 1000} s: going on without it. --no-stdin does not wait.`,
    );
    return undefined;
  } catch (error) {
    throw unreadable(messageOf(error));
  } finally {
    clearTimeout(timer);
  }
}

/** A pipe, a socket or a file. A terminal is for answers, and `/dev/null` stands for no input. */
function canBeRead(): boolean {
  const stats = openedAs();
  if (stats?.isDirectory()) throw unreadable("it is a folder");
  return stats !== undefined && (stats.isFIFO() || stats.isSocket() || stats.isFile());
}

/** `undefined` when standard input is closed. */
function openedAs(): Stats | undefined {
  try {
    return fstatSync(0);
  } catch {
    return undefined;
  }
}

function unreadable(why: string): ConfigError {
  return new ConfigError("unreadable", `Standard input cannot be read (${why}).`, {
    hint: "Add --no-stdin when there is nothing in it to be read.",
  });
}
