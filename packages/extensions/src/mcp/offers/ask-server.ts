import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { asSentence } from "@skein/protocol";
import { afterLogin, type Connection } from "../connect.ts";
import { problemOf, statusOf } from "../problem.ts";
import type { ServerLife } from "../server-life.ts";

/** Asks a server for something that is no tool call. Rejects with an `Error` whose message says why, as a sentence. */
export type AskServer = <Result>(
  signal: AbortSignal,
  work: (client: Client, options: Required<Pick<RequestOptions, "timeout" | "signal">>) => Promise<Result>,
) => Promise<Result>;

export function askServer(
  life: Pick<ServerLife, "connected" | "drop">,
  { timeoutMs, isRemote }: { readonly timeoutMs: number; readonly isRemote: boolean },
): AskServer {
  return async (signal, work) => {
    for (let attempt = 1; ; attempt++) {
      const connection = await life.connected(signal);
      try {
        return await afterLogin(connection, signal, () =>
          work(connection.client, { timeout: timeoutMs, signal }),
        );
      } catch (error) {
        signal.throwIfAborted();
        // A server on the network that has lost the session: it is opened again.
        if (!isRemote || attempt > 1 || statusOf(error) !== 404) throw worded(error, connection);
        await life.drop(connection);
      }
    }
  };
}

function worded(error: unknown, connection: Connection): Error {
  if (!connection.isOpen())
    return new Error(`The server has stopped: ${connection.describeEnd()}.`, { cause: error });
  const { text, hint } = problemOf(error);
  const sentence = asSentence(text);
  return new Error(hint === undefined ? sentence : `${sentence} ${hint}`, { cause: error });
}
