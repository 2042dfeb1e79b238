import { fileFault } from "@skein/platform/files";
import { hasFileSizeLimit, RefusedLocksError, sqliteFault } from "@skein/platform/sqlite";
import { messageOf, SessionError, SkeinError } from "@skein/protocol";

/** Converts SQLite errors to a `SessionError` that names the store; other errors stay unchanged. */
export function storeError(error: unknown, folder: string): unknown {
  if (SkeinError.is(error) || !(error instanceof Error)) return error;
  if (error instanceof RefusedLocksError)
    return new SessionError("read-only", error.message, { cause: error, hint: error.hint });
  switch (sqliteFault(error)) {
    case "full":
      return noSpace(folder, error);
    case "read-only":
      return notWritable(folder, error);
    case "busy":
      return locked(folder, error);
    case "failed-write":
      return hasFileSizeLimit() ? tooLarge(folder, error) : noSpace(folder, error);
    case "damaged":
    case "other":
      return damaged(folder, messageOf(error), error);
    case undefined:
      return error;
  }
}

/** Converts file system errors from creating or opening the store to a `SessionError`. */
export function openError(error: unknown, folder: string): unknown {
  if (SkeinError.is(error) || !(error instanceof Error)) return error;
  const fault = fileFault(error);
  if (fault === "full") return noSpace(folder, error);
  if (fault === "too-large") return tooLarge(folder, error);
  const isInTheWay = "code" in error && (error.code === "ENOTDIR" || error.code === "EEXIST");
  if (fault === "read-only" || isInTheWay) return notWritable(folder, error);
  return storeError(error, folder);
}

export function damaged(folder: string, why: string, cause?: unknown): SessionError {
  return new SessionError("damaged", `The checkpoints in ${folder} cannot be read: ${why}.`, {
    cause,
    hint: "The files of your project are not affected. Move that folder away to start with new checkpoints.",
  });
}

export function locked(folder: string, cause?: unknown): SessionError {
  return new SessionError("locked", `The checkpoints in ${folder} are locked by another process.`, {
    cause,
    hint: "Wait a moment and try again.",
  });
}

function noSpace(folder: string, cause: Error): SessionError {
  return new SessionError("full", `No space left to write checkpoints to ${folder}.`, {
    cause,
    hint: "Free some space and try again. The checkpoints so far are kept.",
  });
}

function tooLarge(folder: string, cause: Error): SessionError {
  return new SessionError(
    "too-large",
    `The checkpoints in ${folder} cannot be written: their file would exceed the file size limit.`,
    { cause, hint: "`ulimit -f` shows the limit. Raise it and try again." },
  );
}

function notWritable(folder: string, cause: Error): SessionError {
  return new SessionError("read-only", `The checkpoints in ${folder} cannot be written.`, {
    cause,
    hint: "Make that folder writable, or set SKEIN_HOME to a writable folder.",
  });
}
