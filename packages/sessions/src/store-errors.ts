import { fileFault } from "@skein/platform/files";
import { hasFileSizeLimit, RefusedLocksError, sqliteFault, type SqliteFault } from "@skein/platform/sqlite";
import { messageOf, SessionError, SkeinError } from "@skein/protocol";

/** Converts errors of SQLite and the file system to `SessionError`; other errors stay unchanged. */
export function storeError(error: unknown, session: string): unknown {
  if (SkeinError.is(error) || !(error instanceof Error)) return error;
  if (error instanceof RefusedLocksError) return unlockable(error);
  const fault = sqliteFault(error);
  return fault === undefined ? otherError(error, session) : sqliteError(error, fault, session);
}

function sqliteError(cause: Error, fault: SqliteFault, session: string): SessionError {
  switch (fault) {
    case "full":
      return fullError(cause, session);
    case "failed-write":
      return hasFileSizeLimit() ? tooLargeError(cause, session) : fullError(cause, session);
    case "read-only":
      return readOnlyError(cause, session);
    case "busy":
      return new SessionError("locked", `Session ${session} is locked by another process.`, {
        cause,
        hint: "Wait a moment and try again.",
      });
    case "damaged":
    case "other":
      return damaged(session, messageOf(cause), cause);
  }
}

function otherError(cause: Error, session: string): Error {
  const code = "code" in cause ? cause.code : undefined;
  const fault = fileFault(cause);
  // The parent folder existed: the file system does not accept new folders, as below /proc.
  const takesNone = "syscall" in cause && cause.syscall === "mkdir" && code === "ENOENT";
  if (takesNone || fault === "read-only") return readOnlyError(cause, session);
  if (fault === "full") return fullError(cause, session);
  if (fault === "too-large") return tooLargeError(cause, session);
  if (code === "EIO" || code === "ENOTDIR" || code === "EISDIR") {
    return damaged(session, messageOf(cause), cause);
  }
  return cause;
}

/** No wait helps: the store's file system refuses locks. */
function unlockable(cause: RefusedLocksError): SessionError {
  return new SessionError("read-only", cause.message, { cause, hint: cause.hint });
}

export function damaged(session: string, why: string, cause?: unknown): SessionError {
  return new SessionError("damaged", `Session ${session} cannot be read: ${why}.`, {
    cause,
    hint: "The file was not changed, so you can still recover parts of it. Other sessions are not affected.",
  });
}

/**
 * One damaged entry. Those before it can be read.
 *
 * @param place - the position in its file, if it has one besides its number.
 */
export function damagedEntry(
  session: string,
  seq: number,
  where: { cause?: unknown; place?: string } = {},
): SessionError {
  const { cause, place } = where;
  const at = place === undefined ? "" : ` (${place})`;
  return new SessionError("damaged", `Entry ${seq} of session ${session}${at} is damaged.`, {
    cause,
    hint: "The entries before it can be read. The file was not changed; other sessions are not affected.",
  });
}

function fullError(cause: Error, session: string): SessionError {
  return new SessionError("full", `No space left to write session ${session} (${messageOf(cause)}).`, {
    cause,
    hint: "Free some space and resume the session: everything so far is kept.",
  });
}

function tooLargeError(cause: Error, session: string): SessionError {
  return new SessionError(
    "too-large",
    `Session ${session} cannot be written: its file would exceed the file size limit (${messageOf(cause)}).`,
    {
      cause,
      hint: "`ulimit -f` shows the limit. Raise it and resume the session: everything so far is kept.",
    },
  );
}

/** Its files existed when it was opened. */
export function goneError(session: string): SessionError {
  return new SessionError("gone", `The files of session ${session} were deleted while it was in use.`, {
    hint: "Nothing more can be saved. Start another session, and do not delete Skein's data folder while a session runs.",
  });
}

function readOnlyError(cause: Error, session: string): SessionError {
  return new SessionError("read-only", `Session ${session} cannot be written here.`, {
    cause,
    hint: "Make its folder writable, or set SKEIN_HOME to a writable folder.",
  });
}
