import { ClientError } from "./client-error.ts";
import { wait, type Connection } from "./connection.ts";
import type { Hello, SessionNews } from "./operations.ts";
import { serverSentEvents } from "./server-sent-events.ts";

/** `from-seq` in a later `hello`: what you have of a message that is not complete is told again; forget it. */
export type ReceivedEvent =
  | ({ readonly type: "hello" } & Hello)
  | { readonly type: "news"; readonly id: string; readonly news: SessionNews };

export interface ReadEventsOptions {
  /** The last entry that is known; `now` leaves out all that has happened. Default 0. */
  readonly from?: number | "now";
  /** The id of the last event that was received, in an earlier page say. */
  readonly after?: string;
  readonly signal?: AbortSignal;
}

/**
 * What has happened in a session and what happens, until it is closed or the signal is aborted. A connection that breaks is
 * made again from the last event on. Throws `ClientError` for what another try would not change.
 */
export async function* readEvents(
  connection: Connection,
  session: string,
  { from = 0, after, signal }: ReadEventsOptions = {},
): AsyncGenerator<ReceivedEvent, void> {
  let last = after;
  let tries = 0;
  const isOver = () => signal?.aborted === true;
  while (!isOver()) {
    try {
      const where = last === undefined ? { from: `${from}` } : { after: last };
      const query = new URLSearchParams(where).toString();
      const path = `/sessions/${encodeURIComponent(session)}/events?${query}`;
      const answer = await connection.send(path, { headers: { accept: "text/event-stream" } }, signal);
      for await (const { event, id, data } of serverSentEvents(answer)) {
        tries = 0;
        if (event === "end") return;
        if (event === "error") throw failed(data);
        if (event === "hello") yield { type: "hello", ...(JSON.parse(data) as Hello) };
        else if (id !== undefined) {
          last = id;
          yield { type: "news", id, news: JSON.parse(data) as SessionNews };
        }
      }
    } catch (error) {
      if (isOver()) return;
      if (error instanceof ClientError && !mayPass(error)) throw error;
    }
    await wait(connection.waitMs(tries++), signal);
  }
}

/** The reader was too slow, or the server is restarted: it comes back from where it was. */
function mayPass({ status, code }: ClientError): boolean {
  return status === 0 || status === 429 || status >= 502 || code === "too-slow" || code === "gone";
}

function failed(data: string): ClientError {
  const { code, message } = JSON.parse(data) as { readonly code: string; readonly message: string };
  return new ClientError(200, code, message);
}
