import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder and its missing parents. Use it in place of a recursive `mkdirSync`, which never ends below folders
 * in which nothing can be created, such as /proc, and reports a missing folder on a read-only disk.
 *
 * @param mode - of what is created, whatever the umask. Default: what the umask leaves.
 */
export function makeFolders(folder: string, mode?: number): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const wasFaster = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (wasFaster) return;
    throw error;
  }
  if (mode !== undefined) chmodSync(folder, mode);
}
