import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** Makes a folder, and those it lies in, for its owner alone. One that is there stays as it is. */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  makePrivateFolder(dirname(folder));
  try {
    // Not `recursive`: on a disk that cannot be written, that says that the folder is missing.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const wasFaster = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!wasFaster) throw error;
  }
  chmodSync(folder, 0o700);
}

/** Opens a new file for writing, readable by its owner alone whatever the umask. */
export function openPrivateFile(path: string): number {
  const descriptor = openSync(path, "wx", 0o600);
  fchmodSync(descriptor, 0o600);
  return descriptor;
}

/** A new file with this content; on disk, if it is to survive the machine. */
export function writePrivateFile(path: string, content: string | Uint8Array, isDurable: boolean): void {
  const descriptor = openPrivateFile(path);
  try {
    writeFileSync(descriptor, content);
    if (isDurable) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Puts a file at `path` unless one is there. It appears whole or not at all, and its content is on disk; that its name
 * lasts is up to the caller. Of a process that is killed meanwhile, a file that ends in `.new` may stay.
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

/** A link never replaces: of two processes that make the same file, both end up with one. */
function putInPlace(fresh: string, path: string): void {
  try {
    linkSync(fresh, path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS") return renameSync(fresh, path); // no links here
    if (code !== "EEXIST") throw error;
  }
  unlinkSync(fresh);
}
