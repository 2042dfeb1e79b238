import { statSync } from "node:fs";

/** Returns whether a path leads to a folder, links followed. Never throws. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
