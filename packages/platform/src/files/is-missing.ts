/** Returns true for the error of a path that does not exist (`ENOENT`). */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

/** Returns true if the path does not exist, or cannot: a part of it is a file (`ENOENT`, `ENOTDIR`). */
export function isMissingOrBlocked(error: unknown): boolean {
  return isMissing(error) || codeOf(error) === "ENOTDIR";
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
