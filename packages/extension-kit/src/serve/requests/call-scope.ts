// Services of a client in one form, whichever era it is from. Tools see
// `ToolContext` and do not know that they are served.

import type { InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import type { ExtensionRequests, LogLevel } from "@skein/protocol";

/** Services that the client offers to a call, or to the filling of a prompt. */
export interface CallScope {
  /** Aborted when the client cancels or disconnects. */
  readonly signal: AbortSignal;
  /** Reports progress. Ignored if the client does not want it. */
  readonly progress: (text: string) => void;
  /** Logs for people who search for errors. */
  readonly log: (level: LogLevel, message: string) => void;
  /** Asks the client's user or model. */
  readonly requests: ExtensionRequests;
}

/**
 * Creates a function that sends progress as notifications, if the client has
 * asked for them.
 *
 * @param context - returns the request to report to. `undefined`: none is open.
 */
export function progressTo(context: () => ServerContext | undefined): CallScope["progress"] {
  let progress = 0;
  return (message) => {
    const request = context()?.mcpReq;
    const { _meta: meta } = request ?? {};
    const progressToken = meta?.progressToken;
    if (!request || progressToken === undefined) return;
    const params = { progressToken, progress: ++progress, message };
    request.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}

/**
 * Creates a function that sends log messages. The library drops those below the
 * level that the client has chosen.
 *
 * @param logger - name in the messages.
 */
export function logTo(context: () => ServerContext | undefined, logger: string): CallScope["log"] {
  return (level, message) => {
    // oxlint-disable-next-line typescript/no-deprecated -- clients of 2025 have no other way to get them
    context()
      ?.mcpReq.log(level, message, logger)
      .catch(() => {});
  };
}

/**
 * Runs work for a client's request. The work may ask the client for something
 * meanwhile.
 *
 * @param what - method and name, which identify the same request in a later
 *   round.
 */
export type RunForClient = <Result>(
  context: ServerContext,
  what: string,
  work: (scope: CallScope) => Promise<Result>,
) => Promise<Result | InputRequiredResult>;
