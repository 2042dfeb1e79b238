import { messageOf, SessionError, SkeinError } from "@skein/protocol";

/** Primary result codes. Source: https://www.sqlite.org/rescode.html */
const busy = 5;
const readOnly = 8;
const corrupt = 11;
const full = 13;
const cantOpen = 14;
const notADatabase = 26;
/**
 * Extended codes for what a full disk or a limit on the size of files may also look like: a write, a flush or a cut that
 * failed, or the shared-memory file that could not grow.
 */
const failedWrites: ReadonlySet<number> = new Set([778, 1034, 1546, 4874]);

/** Turns what SQLite or the file system threw into a `SessionError`; what is something else stays what it is. */
export function storeError(error: unknown, session: string): unknown {
  if (SkeinError.is(error) || !(error instanceof Error)) return error;
  const code = "errcode" in error && typeof error.errcode === "number" ? error.errcode : undefined;
  return code === undefined ? fileError(error, session) : sqliteError(error, code, session);
}

function sqliteError(cause: Error, code: number, session: string): unknown {
  if (failedWrites.has(code)) return fullError(cause, session);
  switch (code & 0xff) {
    case full:
      return fullError(cause, session);
    case readOnly:
    case cantOpen:
      return readOnlyError(cause, session);
    case corrupt:
    case notADatabase:
      return damaged(session, messageOf(cause), cause);
    case busy:
      return new SessionError("locked", `Another process keeps session ${session} busy.`, {
        cause,
        hint: "Wait a moment and try again.",
      });
    default:
      return damaged(session, messageOf(cause), cause);
  }
}

function fileError(cause: Error, session: string): unknown {
  // What lies above was there: the file system takes no new folders, as below /proc.
  if ("syscall" in cause && cause.syscall === "mkdir" && "code" in cause && cause.code === "ENOENT") {
    return readOnlyError(cause, session);
  }
  switch ("code" in cause ? cause.code : undefined) {
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return fullError(cause, session);
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return readOnlyError(cause, session);
    case "EIO":
    case "ENOTDIR":
    case "EISDIR":
      return damaged(session, messageOf(cause), cause);
    default:
      return cause;
  }
}

export function damaged(session: string, why: string, cause?: unknown): SessionError {
  return new SessionError("damaged", `Session ${session} cannot be read: ${why}.`, {
    cause,
    hint: "The file was left as it is, for you to rescue what you can. Other sessions are not touched by this.",
  });
}

/**
 * One entry is not as it was written. Those before it can be read.
 *
 * @param place - where in its file, if there is more to say than its number.
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
    hint: "What stands before it can be read. The file was left as it is; other sessions are not touched by this.",
  });
}

function fullError(cause: Error, session: string): SessionError {
  return new SessionError(
    "full",
    `There is no space left to write session ${session} (${messageOf(cause)}).`,
    {
      cause,
      hint: "Free some space and resume the session: everything up to here is kept.",
    },
  );
}

function readOnlyError(cause: Error, session: string): SessionError {
  return new SessionError("read-only", `Session ${session} cannot be written here.`, {
    cause,
    hint: "Make its folder writable, or set SKEIN_HOME to a folder that is.",
  });
}
