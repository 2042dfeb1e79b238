import type { InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import type { ExtensionRequests, LogLevel } from "@skein/protocol";

/** What a call, or the making of a prompt, gets from the client that asked for it. */
export interface CallScope {
  readonly signal: AbortSignal;
  readonly progress: (text: string) => void;
  readonly log: (level: LogLevel, message: string) => void;
  readonly requests: ExtensionRequests;
}

/** Sends progress as notifications, when the client has asked for them. */
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

/** Sends log messages from the level on that the client has asked for. */
export function logTo(context: () => ServerContext | undefined, logger: string): CallScope["log"] {
  return (level, message) => {
    // oxlint-disable-next-line typescript/no-deprecated -- clients of 2025 have no other way to get them
    context()
      ?.mcpReq.log(level, message, logger)
      .catch(() => {});
  };
}

/**
 * Runs work for a client's request; it may ask the client for something meanwhile.
 *
 * @param what - method and name.
 */
export type RunForClient = <Result>(
  context: ServerContext,
  what: string,
  work: (scope: CallScope) => Promise<Result>,
) => Promise<Result | InputRequiredResult>;
