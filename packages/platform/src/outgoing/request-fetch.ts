import type { Agent, IncomingMessage } from "node:http";

/** Where requests go: a Unix socket, whatever the host of an address is, or through an agent. */
export type RequestRoute = { readonly socketPath: string } | { readonly agent: Agent };

/** `fetch` by `node:http` and `node:https`. Redirects are not followed, and no compression is asked for. */
export function requestFetch(route: RequestRoute): typeof fetch {
  return async (input, init) => {
    const { url, method, headers, body, signal } = new Request(input, init);
    const { protocol, pathname, search, host } = new URL(url);
    const sent = body === null ? undefined : Buffer.from(await new Response(body).arrayBuffer());
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const fields = {
      "accept-encoding": "identity",
      ...Object.fromEntries(headers),
      host,
      ...(sent ? { "content-length": sent.length } : {}),
    };
    const options = { ...route, method, headers: fields, signal };
    const isTls = protocol === "https:" && "agent" in route;
    const { request } = process.getBuiltinModule(isTls ? "node:https" : "node:http");
    const outgoing =
      "agent" in route ? request(url, options) : request({ ...options, path: `${pathname}${search}` });
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
  const { Readable } = process.getBuiltinModule("node:stream");
  const body = hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null;
  return new Response(body, { status: statusCode, statusText: statusMessage, headers: pairs });
}
