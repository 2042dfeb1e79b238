import { ClientError } from "./client-error.ts";
import { connectTo, wait, type ClientOptions, type Connection } from "./connection.ts";
import { routes, type Operations } from "./operations.ts";
import { readEvents, type ReadEventsOptions, type ReceivedEvent } from "./read-events.ts";

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** With the same key, a request is done once, however often it is sent. Default: a new one for each call. */
  readonly key?: string;
}

type Methods = {
  readonly [Id in Exclude<keyof Operations, "readEvents">]: (
    input: Operations[Id]["input"],
    options?: CallOptions,
  ) => Promise<Operations[Id]["output"]>;
};

/** One method for each operation of the server. Each rejects with `ClientError`. */
export interface Client extends Methods {
  events(session: string, options?: ReadEventsOptions): AsyncGenerator<ReceivedEvent, void>;
}

/** How often a request is sent again that got no answer. */
const mostRepeats = 2;

export function createClient(options: ClientOptions = {}): Client {
  const connection = connectTo(options);
  const methods = Object.entries(routes).map(([id, [method, path]]) => [
    id,
    (input: Readonly<Record<string, unknown>>, call?: CallOptions) =>
      callOperation(connection, { method, path, isText: id === "exportSession" }, input, call),
  ]);
  return {
    ...(Object.fromEntries(methods) as Methods),
    events: (session, wanted) => readEvents(connection, session, wanted),
  };
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly isText: boolean;
}

async function callOperation(
  connection: Connection,
  { method, path, isText }: Route,
  input: Readonly<Record<string, unknown>>,
  { signal, key = crypto.randomUUID() }: CallOptions = {},
): Promise<unknown> {
  const left = new Map(Object.entries(input));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(left.get(name));
    left.delete(name);
    return encodeURIComponent(value);
  });
  const isWrite = method !== "GET";
  const values = [...left].map(([name, value]): [string, string] => [name, String(value)]);
  const query = isWrite ? "" : `?${new URLSearchParams(values).toString()}`;
  const request: RequestInit = {
    method,
    ...(isWrite && { headers: { "content-type": "application/json", "idempotency-key": key } }),
    ...(method === "POST" && { body: JSON.stringify(Object.fromEntries(left)) }),
  };
  for (let tries = 0; ; tries++) {
    try {
      const answer = await connection.send(`${filled}${query}`, request, signal);
      return isText ? await answer.text() : await answer.json();
    } catch (error) {
      const isUnanswered = error instanceof ClientError && error.status === 0;
      if (!isUnanswered || tries >= mostRepeats) throw error;
      await wait(connection.waitMs(tries), signal);
    }
  }
}
