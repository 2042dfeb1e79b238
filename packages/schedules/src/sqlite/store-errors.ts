import { fileFault, isMissing } from "@skein/platform/files";
import { RefusedLocksError, sqliteFault } from "@skein/platform/sqlite";
import { messageOf, SessionError, SkeinError } from "@skein/protocol";

/** Converts errors of SQLite and the file system to `SessionError`; other errors stay unchanged. */
export function storeError(error: unknown, path: string): unknown {
  if (SkeinError.is(error) || !(error instanceof Error)) return error;
  if (error instanceof RefusedLocksError)
    return new SessionError("read-only", error.message, { cause: error, hint: error.hint });
  const why = messageOf(error);
  switch (sqliteFault(error) ?? fileFault(error) ?? (isMissing(error) ? "read-only" : undefined)) {
    case "full":
    case "failed-write":
      return new SessionError("full", `There is no space left to write ${path} (${why}).`, {
        cause: error,
        hint: "Free some space: schedules go on by themselves then.",
      });
    case "too-large":
      return new SessionError(
        "too-large",
        `${path} cannot be written: it would exceed the limit on the size of files (${why}).`,
        { cause: error, hint: "`ulimit -f` shows the limit. Raise it and try again." },
      );
    case "read-only":
      return new SessionError("read-only", `${path} cannot be written (${why}).`, {
        cause: error,
        hint: "Make its folder writable, or set SKEIN_HOME to a writable folder.",
      });
    case "busy":
      return new SessionError("locked", `Another process keeps ${path} busy.`, {
        cause: error,
        hint: "Wait a moment and try again.",
      });
    case "damaged":
      return damaged(path, why, error);
    case "other":
    case undefined:
      return error;
  }
}

export function damaged(path: string, why: string, cause?: unknown): SessionError {
  return new SessionError("damaged", `${path} cannot be read: ${why}.`, {
    cause,
    hint: "It was left as it is. Move it away to start with no schedules; sessions are not touched by this.",
  });
}
