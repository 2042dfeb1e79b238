import { readFileSync } from "node:fs";

/**
 * - `full`: no space is left. `read-only`: it cannot be written, or not be opened.
 * - `failed-write`: a write, a flush or a cut failed, as on a full disk or beyond a limit on the size of files.
 * - `busy`: another process's transaction did not end in time. `damaged`: the file is not as SQLite writes it.
 * - `other`: the statement was wrong, or the disk could not be read.
 */
export type SqliteFault = "full" | "read-only" | "failed-write" | "busy" | "damaged" | "other";

/** Primary result codes. Source: https://www.sqlite.org/rescode.html */
const faults: ReadonlyMap<number, SqliteFault> = new Map([
  [5, "busy"],
  [6, "busy"],
  [8, "read-only"],
  [11, "damaged"],
  [13, "full"],
  [14, "read-only"],
  [26, "damaged"],
]);

/** Extended codes: the file of shared memory could not grow; a write, a flush, a cut failed. */
const extendedFaults: ReadonlyMap<number, SqliteFault> = new Map([
  [4874, "failed-write"],
  [778, "failed-write"],
  [1034, "failed-write"],
  [1546, "failed-write"],
]);

/** What SQLite says with an error; `undefined` when it is not one of SQLite's. */
export function sqliteFault(error: unknown): SqliteFault | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number")
    return undefined;
  return extendedFaults.get(error.errcode) ?? faults.get(error.errcode & 0xff) ?? "other";
}

/**
 * Whether this process may only write files up to some size: SQLite says of that no more than that a write failed. False
 * where it cannot be told.
 */
export function hasFileSizeLimit(): boolean {
  try {
    return /^Max file size +\d/m.test(readFileSync("/proc/self/limits", "utf8"));
  } catch {
    return false;
  }
}

/** What the file system says with an error, where it means the same to every store; `undefined` for all else. */
export function fileFault(error: unknown): "full" | "read-only" | "too-large" | undefined {
  switch (error instanceof Error && "code" in error ? error.code : undefined) {
    case "ENOSPC":
    case "EDQUOT":
      return "full";
    case "EFBIG":
      return "too-large";
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return "read-only";
    default:
      return undefined;
  }
}
