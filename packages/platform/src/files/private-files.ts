import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { makeFolders } from "../folders/make-folders.ts";
import { flush } from "./flush.ts";

/** Creates a folder and its parents, accessible to the owner only. An existing folder stays unchanged. */
export function makePrivateFolder(folder: string): void {
  makeFolders(folder, 0o700);
}

/** Opens a new file for writing, readable by its owner only, whatever the umask. */
export function openPrivateFile(path: string): number {
  const descriptor = openSync(path, "wx", 0o600);
  fchmodSync(descriptor, 0o600);
  return descriptor;
}

/** Creates a file with this content; flushed to disk if `isDurable`. */
export function writePrivateFile(path: string, content: string | Uint8Array, isDurable: boolean): void {
  const descriptor = openPrivateFile(path);
  try {
    writeFileSync(descriptor, content);
    if (isDurable) flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Creates a file at `path` unless one exists. It appears completely or not at all, and its content is on disk; making
 * its name durable is up to the caller. A process that is killed meanwhile may leave a file that ends in `.new`.
 */
export function createPrivateFile(path: string, content: string | Uint8Array): void {
  const fresh = `${path}.${randomBytes(6).toString("hex")}.new`;
  try {
    writePrivateFile(fresh, content, true);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  putInPlace(fresh, path);
}

/** A link never replaces a file: two processes that create the same file end up with one. */
function putInPlace(fresh: string, path: string): void {
  try {
    linkSync(fresh, path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS") return renameSync(fresh, path); // no hard links here
    if (code !== "EEXIST") throw error;
  }
  unlinkSync(fresh);
}
