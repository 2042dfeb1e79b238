import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
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

/** Makes a new name in a folder last. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
