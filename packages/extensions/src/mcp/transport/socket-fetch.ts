import { request, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";

/** `fetch` whose requests go to a Unix socket, `@name` for one without a file (Linux), whatever the host of an address is. Redirects are not followed. */
export function socketFetch(socket: string): typeof fetch {
  const socketPath = socket.replace(/^@/, "\0");
  return async (input, init) => {
    const { url, method, headers, body, signal } = new Request(input, init);
    const { pathname, search, host } = new URL(url);
    const sent = body === null ? undefined : Buffer.from(await new Response(body).arrayBuffer());
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = request({
      socketPath,
      path: `${pathname}${search}`,
      method,
      headers: { ...Object.fromEntries(headers), host, ...(sent ? { "content-length": sent.length } : {}) },
      signal,
    });
    outgoing.once("response", resolve);
    // As `fetch` says it, so that it is classified as a network problem.
    outgoing.on("error", (cause) =>
      reject(signal.aborted ? cause : new TypeError("fetch failed", { cause })),
    );
    outgoing.end(sent);
    return responseOf(await promise);
  };
}

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode = 500, statusMessage = "", headers } = incoming;
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  incoming.on("error", () => {}); // the reader of the body is told
  const hasBody = ![204, 205, 304].includes(statusCode);
  if (!hasBody) incoming.resume();
  const body = hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null;
  return new Response(body, { status: statusCode, statusText: statusMessage, headers: pairs });
}
