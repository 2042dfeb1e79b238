import { randomBytes } from "node:crypto";
import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describeFileSystem } from "./file-system.ts";

/** What to do about a file system without locks. */
export const locksHint =
  "Set SKEIN_HOME to a folder on a local disk. For NFS, start rpc.statd on both sides or mount with local_lock=all.";

/**
 * Tries to lock a new file in a folder, as SQLite locks its files. No other process can hold a lock on it, so a refusal is the
 * file system's: SQLite reports that as a file another process keeps busy.
 *
 * @returns a sentence that names the file system; undefined if locks work, or if no file can be created there.
 */
export function findLockProblem(folder: string): string | undefined {
  const path = join(folder, `.skein-lock-${process.pid}-${randomBytes(4).toString("hex")}`);
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch {
    return undefined;
  }
  try {
    return isLockable(path)
      ? undefined
      : `File locks do not work in ${folder}: ${describeFileSystem(folder)} refuses them.`;
  } finally {
    for (const ending of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${ending}`, { force: true });
  }
}

function isLockable(path: string): boolean {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE; COMMIT");
    return true;
  } catch {
    return false;
  } finally {
    database.close();
  }
}
