/** Classifies file system errors that mean the same to every store; `undefined` for all others. */
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
