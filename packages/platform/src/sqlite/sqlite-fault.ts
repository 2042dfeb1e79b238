import { readFileSync } from "node:fs";

/**
 * - `full`: no space left. `read-only`: it cannot be written or opened.
 * - `failed-write`: a write, flush or truncation failed, because of a full disk or a file size limit, for example.
 * - `busy`: another process's transaction did not end in time. `damaged`: not a valid SQLite file.
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

/** Extended codes: the shared memory file could not grow; a write, flush or truncation failed. */
const extendedFaults: ReadonlyMap<number, SqliteFault> = new Map([
  [4874, "failed-write"],
  [778, "failed-write"],
  [1034, "failed-write"],
  [1546, "failed-write"],
]);

/** Classifies an SQLite error; `undefined` for any other error. */
export function sqliteFault(error: unknown): SqliteFault | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number")
    return undefined;
  return extendedFaults.get(error.errcode) ?? faults.get(error.errcode & 0xff) ?? "other";
}

/** Whether this process has a file size limit, for which SQLite only reports a failed write. False when unknown. */
export function hasFileSizeLimit(): boolean {
  try {
    return /^Max file size +\d/m.test(readFileSync("/proc/self/limits", "utf8"));
  } catch {
    return false;
  }
}
