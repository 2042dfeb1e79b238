import { ConfigError, messageOf, SessionError, SkeinError } from "@skein/protocol";

/** SQLSTATE classes and codes of a server that is going, coming, or was cut off: the same statement may pass later. */
const passing = /^(08|57P0[1-5]|53300$)/;

/** Codes of Node's sockets and name look-ups. */
const unreached =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** What the driver says without a code when a connection ends under it. */
const cutOff =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout exceeded)/;

export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Whether the database was not reached, or went away before it answered; what was asked may have been done. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  const code = codeOf(error);
  if (code !== undefined) return unreached.test(code) || passing.test(code);
  return error instanceof Error && cutOff.test(error.message);
}

/** Whether the connection is there as far as this side can tell, and nothing comes. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/** Where a database is, without its password. */
export function addressOf(url: string): string {
  return url.replace(/^(\w+:\/\/[^:/@]*):.*@/u, "$1@").replace(/\?.*$/u, "");
}

/** What went wrong before any session was touched: the address, the rights, or the server itself. */
export function openingError(cause: unknown, url: string): unknown {
  if (SkeinError.is(cause)) return cause;
  const at = addressOf(url);
  const code = codeOf(cause);
  const refused = (why: string, hint: string): ConfigError =>
    new ConfigError("usage", `The journal's database ${at} ${why}.`, { cause, hint });
  switch (code) {
    case "28P01":
    case "28000":
      return refused(`refuses the login (${messageOf(cause)})`, "Check user and password in the address.");
    case "3D000":
      return refused(
        "does not exist",
        "Create it with `createdb`, or check the name at the end of the address.",
      );
    case "42501":
    case "25006":
      return refused(
        `does not let this user set it up (${messageOf(cause)})`,
        "Let its owner open it once, or GRANT CREATE ON DATABASE to this user.",
      );
    default:
      return isConnectionLost(cause)
        ? refused(
            `cannot be reached (${reasonOf(cause)})`,
            "Check host and port in the address, and that Postgres is running.",
          )
        : cause;
  }
}

/** Converts errors of the driver to `SessionError`; other errors stay unchanged. */
export function storeError(cause: unknown, session: string, url: string): unknown {
  if (SkeinError.is(cause)) return cause;
  if (isConnectionLost(cause)) {
    return new SessionError(
      "unreachable",
      `Session ${session} cannot be reached: ${addressOf(url)} did not answer (${reasonOf(cause)}).`,
      { cause, hint: "All that was written before is kept: resume the session once the database answers." },
    );
  }
  switch (codeOf(cause)) {
    case "53100":
    case "54000":
      return new SessionError("full", `No space left to write session ${session} (${messageOf(cause)}).`, {
        cause,
        hint: "Free some space on the database's disk and resume the session: everything so far is kept.",
      });
    case "25006":
    case "42501":
      return new SessionError("read-only", `Session ${session} cannot be written (${messageOf(cause)}).`, {
        cause,
        hint: "Let this user write the database's tables, and name a primary server, no replica.",
      });
    default:
      return cause;
  }
}

function reasonOf(cause: unknown): string {
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  return messageOf(first);
}
