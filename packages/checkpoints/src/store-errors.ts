import { messageOf, SessionError, SkeinError } from "@skein/protocol";

/** Primary result codes. Source: https://www.sqlite.org/rescode.html */
const busy = 5;
const readOnly = 8;
const full = 13;
const cantOpen = 14;
/** Extended code: the shared-memory file could not grow, which is how a full disk shows there. */
const sharedMemorySize = 4874;

/** Turns what SQLite threw into a `SessionError` that names the store; anything else stays what it is. */
export function storeError(error: unknown, folder: string): unknown {
  if (SkeinError.is(error) || !(error instanceof Error)) return error;
  if (!("errcode" in error) || typeof error.errcode !== "number") return error;
  if (error.errcode === sharedMemorySize) return noSpace(folder, error);
  switch (error.errcode & 0xff) {
    case full:
      return noSpace(folder, error);
    case readOnly:
    case cantOpen:
      return notWritable(folder, error);
    case busy:
      return locked(folder, error);
    default:
      return damaged(folder, messageOf(error), error);
  }
}

/** Turns what the file system threw while the store was made or opened into a `SessionError`. */
export function openError(error: unknown, folder: string): unknown {
  if (SkeinError.is(error) || !(error instanceof Error)) return error;
  switch ("code" in error ? error.code : undefined) {
    case "ENOSPC":
    case "EDQUOT":
      return noSpace(folder, error);
    case "EROFS":
    case "EACCES":
    case "EPERM":
    case "ENOTDIR":
    case "EEXIST":
      return notWritable(folder, error);
    default:
      return storeError(error, folder);
  }
}

export function damaged(folder: string, why: string, cause?: unknown): SessionError {
  return new SessionError("damaged", `The checkpoints in ${folder} cannot be read: ${why}.`, {
    cause,
    hint: "The files of your project are not touched by this. Move that folder away, and new checkpoints start afresh.",
  });
}

export function locked(folder: string, cause?: unknown): SessionError {
  return new SessionError("locked", `Another process keeps the checkpoints in ${folder} busy.`, {
    cause,
    hint: "Wait a moment and try again.",
  });
}

function noSpace(folder: string, cause: Error): SessionError {
  return new SessionError("full", `There is no space left to write checkpoints to ${folder}.`, {
    cause,
    hint: "Free some space and try again. The checkpoints up to here are kept.",
  });
}

function notWritable(folder: string, cause: Error): SessionError {
  return new SessionError("read-only", `The checkpoints in ${folder} cannot be written.`, {
    cause,
    hint: "Make that folder writable, or set SKEIN_HOME to a folder that is.",
  });
}
