import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { link, lstat, open, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { ConfigError, exitCodeOfSignal, exitCodes, messageOf } from "@skein/protocol";
import { outputExitCode } from "../end-process.ts";
import { watchSignals } from "../signals.ts";

export interface Output {
  /** Absolute; `undefined` is standard output. */
  readonly path: string | undefined;
  /** A file that is there is replaced. */
  readonly force: boolean;
}

/** Throws `ConfigError` when the file is there and not to be replaced, or is something else than a file. */
export async function checkOutput({ path, force }: Output): Promise<void> {
  if (path === undefined) return;
  const stats = await lstat(path).catch(() => undefined);
  if (stats && !stats.isFile()) {
    throw new ConfigError("usage", `${path} is there and is no file that could be replaced.`, {
      hint: "Name another file, or - for standard output.",
    });
  }
  if (stats && !force) throw isThere(path);
}

/**
 * Writes all of it or, when it is interrupted or fails, leaves no file: it grows under another name beside its place.
 * The file is its owner's alone.
 *
 * @returns the exit code: 0, or that of the signal.
 */
export async function writeOut(pieces: AsyncIterable<string>, output: Output): Promise<number> {
  const stopper = new AbortController();
  using signals = watchSignals((reason) => stopper.abort(reason));
  const { signal } = stopper;
  const isWhole =
    output.path === undefined
      ? await toStandardOutput(pieces, signal)
      : await toFile(pieces, { path: output.path, force: output.force }, signal);
  // Who reads no further has all that he wanted.
  if (isWhole || (output.path === undefined && outputExitCode() !== undefined)) return exitCodes.done;
  const received = signals.received();
  return received === undefined ? exitCodes.cancelled : exitCodeOfSignal[received];
}

/** Characters. */
const turnAfter = 65_536;

async function toStandardOutput(pieces: AsyncIterable<string>, signal: AbortSignal): Promise<boolean> {
  const { stdout } = process;
  let written = 0;
  for await (const piece of pieces) {
    if (!stdout.write(piece)) await once(stdout, "drain", { signal }).catch(() => undefined);
    written += piece.length;
    if (written < turnAfter) continue;
    // Writing to a pipe does not wait, so that signals, and the news that nobody reads, would not get their turn.
    await setImmediate();
    if (signal.aborted) return false;
    written = 0;
  }
  await setImmediate();
  return !signal.aborted;
}

async function toFile(
  pieces: AsyncIterable<string>,
  { path, force }: { readonly path: string; readonly force: boolean },
  signal: AbortSignal,
): Promise<boolean> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.skein-new`);
  const drop = (): void => rmSync(beside, { force: true });
  process.once("exit", drop); // a signal gives only so much time
  try {
    await using file = await open(beside, "wx", 0o600);
    for await (const piece of pieces) {
      if (signal.aborted) return false;
      await file.writeFile(piece);
    }
    await file.sync();
    if (signal.aborted) return false;
    await (force ? rename(beside, path) : place(beside, path));
    return true;
  } catch (cause) {
    if (ConfigError.is(cause) || !hasCode(cause)) throw cause;
    throw new ConfigError(
      "unreadable",
      `${path} cannot be written: ${messageOf(cause).replaceAll(beside, path)}.`,
      {
        cause,
        hint: "Name a file in a folder that is there and that you may write.",
      },
    );
  } finally {
    process.off("exit", drop);
    drop();
  }
}

/** Unlike a rename it never takes the place of a file that has come meanwhile. */
async function place(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path);
  } catch (error) {
    if (hasCode(error) && error.code === "EEXIST") throw isThere(path);
    await rename(beside, path); // a file system without links
  }
}

function isThere(path: string): ConfigError {
  return new ConfigError("usage", `${path} is there already.`, {
    hint: "Name another file, or add --force to replace it.",
  });
}

function hasCode(error: unknown): error is Error & { readonly code: unknown } {
  return error instanceof Error && "code" in error && "syscall" in error;
}
