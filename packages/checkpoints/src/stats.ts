import { lstatSync, type BigIntStats, type Stats } from "node:fs";

/** What exists at a path; links are not followed. `undefined`: nothing, or a parent is not a folder. */
export function statsAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isNothingThere(error)) return undefined;
    throw error;
  }
}

/** The same with nanoseconds; `"hidden"` where the folder cannot be read. */
export function exactStatsAt(path: string): BigIntStats | "hidden" | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    return isNothingThere(error) ? undefined : "hidden";
  }
}

/** Calls the file system for one path. Errors of the store are handled elsewhere. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^E[A-Z0-9]+$/.test(error.code)
  );
}

/** Returns true for the error of a path at which nothing exists, or can. */
export function isNothingThere(error: unknown): boolean {
  return isFileError(error) && missing.has(error.code ?? "");
}

/** A path that is too long or circular leads to nothing, too. */
const missing: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP"]);
