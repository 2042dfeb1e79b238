import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { link, open, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { flushHandle } from "@skein/platform/files";
import { ConfigError, messageOf } from "@skein/protocol";
import { fileExists, type OutputFile } from "./check-output-file.ts";

export interface WriteOptions {
  readonly signal: AbortSignal;
  /** Runs `clean` when the process ends before the file is written. @returns what undoes that. */
  readonly atExit: (clean: () => void) => () => void;
}

/**
 * Writes all of it or, when it is aborted or fails, leaves no file: it grows under another name beside its place. Only
 * the owner can read the file. Throws `ConfigError`.
 *
 * @returns `false` when it was aborted.
 */
export async function writeOutputFile(
  pieces: AsyncIterable<string>,
  { path, force }: OutputFile,
  { signal, atExit }: WriteOptions,
): Promise<boolean> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.skein-new`);
  const drop = (): void => rmSync(beside, { force: true });
  const keep = atExit(drop); // a signal gives only so much time
  try {
    await using file = await open(beside, "wx", 0o600);
    for await (const piece of pieces) {
      if (signal.aborted) return false;
      await file.writeFile(piece);
    }
    await flushHandle(file);
    if (signal.aborted) return false;
    await (force ? rename(beside, path) : replaceFile(beside, path));
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
    keep();
    drop();
  }
}

/** Unlike a rename it never replaces a file that has come meanwhile. */
async function replaceFile(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path);
  } catch (error) {
    if (hasCode(error) && error.code === "EEXIST") throw fileExists(path);
    await rename(beside, path); // a file system without links
  }
}

function hasCode(error: unknown): error is Error & { readonly code: unknown } {
  return error instanceof Error && "code" in error && "syscall" in error;
}
