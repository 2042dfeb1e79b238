// The bridge between `node:http` and the web types of the MCP library.

import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Serves a request of `node:http` with a handler of web requests. The signal of
 * the web request is aborted when the client disconnects.
 *
 * @param handle - handler of web requests. Its rejection rejects this function,
 *   and the connection is destroyed.
 */
export async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const response = await handle(webRequest(incoming, gone.signal));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) return void outgoing.end();
  // A stream of events may stay silent for long.
  outgoing.flushHeaders();
  // It rejects when the client goes away in the middle, as clients do.
  await pipeline(Readable.from(response.body), outgoing).catch(() => {});
}

/** Converts a request. Its host is not used: see `refusalOf`. */
function webRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = "GET", url = "/", headers } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(url, "http://localhost"), {
    method,
    signal,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    ),
    ...(hasBody ? { body: Readable.toWeb(incoming) as unknown as ReadableStream, duplex: "half" } : {}),
  });
}
