import { statSync } from "node:fs";

/** Returns the inode of a file; undefined if there is no such file. Tells a file from another one with its path. */
export function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
