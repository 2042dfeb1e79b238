import { chmodSync, mkdirSync } from "node:fs";
import { dirname, relative } from "node:path";
import { homeFolder } from "../user.ts";
import { isFolder } from "./is-folder.ts";

/**
 * Creates a folder and its missing parents. Use it in place of a recursive `mkdir`, which never ends below folders in
 * which nothing can be created, such as /proc, and reports a missing folder on a read-only disk.
 *
 * Throws `ENOENT` if that would create the home folder: system users have one that does not exist on purpose. Throws as
 * `mkdir` does. Synchronous, because through the thread pool each of these calls would take ten times as long.
 *
 * @param mode - of what is created, whatever the umask. Default: what the umask leaves.
 * @param home - the home folder, absolute. Default: that of the user.
 */
export function makeFolders(folder: string, mode?: number, home: string = homeFolder()): void {
  if (isFolder(folder)) return;
  if (relative(folder, home) === "") throw new MissingHome(home);
  if (dirname(folder) !== folder) makeFolders(dirname(folder), mode, home);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const wasFaster = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (wasFaster) return;
    throw error;
  }
  if (mode !== undefined) chmodSync(folder, mode);
}

/** The home folder does not exist. */
class MissingHome extends Error {
  readonly code = "ENOENT";
  readonly path: string;
  readonly syscall = "mkdir";
  constructor(home: string) {
    super(`the home folder ${home} (HOME) does not exist`);
    this.path = home;
  }
}
