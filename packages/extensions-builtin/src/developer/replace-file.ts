import type { Stats } from "node:fs";
import { chmod, chown, open, realpath, rename, stat, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { flushHandle, isMissing } from "@skein/platform/files";
import { makeFolders } from "@skein/platform/folders";

export interface ReplacedFile {
  /** Its real path, with links resolved. */
  readonly path: string;
  /** Bytes it had before; `undefined` when it is new. */
  readonly bytesBefore: number | undefined;
}

/**
 * Replaces a file's content atomically: readers see the old or the new one. Writes a temporary file, fsync, rename;
 * keeps the mode and, where permitted, the owner, follows links, creates folders. Where the folder cannot take a new
 * file, or the file is a mount point, it is written in place.
 *
 * @throws the system's error, and the errors of `fileBefore`.
 */
export async function replaceFile(path: string, content: Uint8Array): Promise<ReplacedFile> {
  const before = await fileBefore(path);
  if (!before) makeFolders(dirname(path));
  const target = await realpath(path).catch(() => path);
  const temporary = join(dirname(target), `.${basename(target).slice(0, 100)}.${crypto.randomUUID()}.tmp`);
  try {
    await writeDurably(temporary, content, before ? 0o600 : 0o666);
    if (before) {
      await chown(temporary, before.uid, before.gid).catch(() => {});
      await chmod(temporary, before.mode & 0o7777);
    }
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    if (!before || !isRefusedBeside(error)) throw error;
    await writeFile(target, content, { flush: true });
  }
  return { path: target, bytesBefore: before?.size };
}

/**
 * The file to replace; `undefined` when it does not exist.
 *
 * @throws the system's error; `EISDIR` for a folder, `ENOTDIR` when a parent is a file, `ENOTFILE` for anything
 *   else that is not a file.
 */
export async function fileBefore(path: string): Promise<Stats | undefined> {
  const before = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!before || before.isFile()) return before;
  throw Object.assign(new Error("it is not a file"), { code: before.isDirectory() ? "EISDIR" : "ENOTFILE" });
}

/** @param mode - before the umask. */
async function writeDurably(path: string, content: Uint8Array, mode: number): Promise<void> {
  const file = await open(path, "wx", mode);
  try {
    await file.writeFile(content);
    await flushHandle(file);
  } finally {
    await file.close();
  }
}

function isRefusedBeside(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    ["EACCES", "EPERM", "EBUSY", "EXDEV"].includes(String(error.code))
  );
}
