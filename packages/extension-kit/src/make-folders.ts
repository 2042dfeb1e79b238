import { chmodSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder and its missing parents. Use it in place of a recursive `mkdir`, which never ends below folders in
 * which nothing can be created, such as /proc.
 *
 * @param mode - of what is created, whatever the umask. Default: what the umask leaves.
 */
export async function makeFolders(folder: string, mode?: number): Promise<void> {
  make(folder, mode);
}

/** Through the thread pool, each of these calls would take ten times as long. */
function make(folder: string, mode: number | undefined): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) make(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const wasFaster = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (wasFaster) return;
    throw error;
  }
  if (mode !== undefined) chmodSync(folder, mode);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
