import { lstatSync, type BigIntStats, type Stats } from "node:fs";

/** What stands at a path, links not followed. `undefined`: nothing, also since a folder on the way is none. */
export function statsAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The same to the nanosecond; `"hidden"` where the folder does not let us look. */
export function exactStatsAt(path: string): BigIntStats | "hidden" | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    return isMissing(error) ? undefined : "hidden";
  }
}

/** What the file system says of one path. A store that fails is something else. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^E[A-Z0-9]+$/.test(error.code)
  );
}

export function isMissing(error: unknown): boolean {
  return isFileError(error) && missing.has(error.code ?? "");
}

/** Nothing can be at a path that is too long, or that goes round in circles. */
const missing: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP"]);
