// The client for requests to models. Not `fetch`: its connections cannot be
// opened ahead of a request, its proxies need another package, and loading it
// slows every start.
import type { IncomingMessage } from "node:http";
import { acceptedCodings, decodedBody } from "./decoded-body.ts";
import { createRoutes } from "./http-routes.ts";
import type { Route, RouteSettings } from "./http-routes.ts";
import { bodyPieces, httpHeaders, joinedHeaders } from "./send.ts";
import type { HttpResponse, Send, SendOptions } from "./send.ts";

/** Client with its own connections. */
export interface HttpClient {
  /** Sends one request. */
  readonly send: Send;
  /**
   * Opens the connection for the next request to this address. Sends the host
   * nothing, and never throws.
   */
  readonly preconnect: (url: URL) => void;
}

/** Headers of every request, unless its own headers replace them. */
const usualHeaders = { accept: "*/*", "accept-encoding": acceptedCodings, "user-agent": "skein" };

/**
 * Creates a client that sends with `node:http` and `node:https`, and reuses
 * connections.
 *
 * Connecting has a timeout of 10 s; the idle timeout of replies is applied
 * elsewhere. Redirects are not followed. Node's modules are not imported: that
 * reads all their exports, and some load the whole of `fetch`.
 */
export function createHttpClient(settings: RouteSettings): HttpClient {
  const routeTo = createRoutes(settings);
  return {
    send: (address, options = {}) => sendOnce(routeTo(new URL(address)), options),
    preconnect(url) {
      const { host, port, isTls, connections } = routeTo(url);
      const { isIP } = process.getBuiltinModule("node:net");
      const named = isTls && isIP(host) === 0 ? { servername: host } : {};
      connections.preconnect({ host, port, ...named });
    },
  };
}

/**
 * Sends one request. An abort destroys the connection, whether or not the
 * response has started.
 */
function sendOnce(
  { isTls, host, port, path, headers: ofRoute, connections }: Route,
  { method = "GET", headers = {}, body, signal }: SendOptions,
): Promise<HttpResponse> {
  const { request: ask } = process.getBuiltinModule(isTls ? "node:https" : "node:http");
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    // Bytes are written separately from the headers; a string would be joined with them and copied once more.
    const pieces = body === undefined ? undefined : bodyPieces(body);
    const made = {
      agent: connections.agent,
      host,
      port,
      path,
      method,
      headers: {
        ...joinedHeaders(usualHeaders, ofRoute, headers),
        ...(pieces && { "content-length": pieces.reduce((sum, { length }) => sum + length, 0) }),
      },
      tunnelSignal: signal,
    };
    const request = ask(made);
    let incoming: IncomingMessage | undefined;
    // Destroying the response also ends a body that is being read.
    const onAbort = (): void => {
      const reason = errorOf(signal!.reason);
      (incoming ?? request).destroy(reason);
      reject(reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    request.on("close", () => signal?.removeEventListener("abort", onAbort));
    request.on("error", (error) => {
      reject(error);
      incoming?.destroy(error);
    });
    // Reported as an error: without a listener, Node only closes the
    // connection.
    request.on("upgrade", (_, socket) => {
      socket.destroy();
      const message = "The server changed the protocol unasked.";
      reject(Object.assign(new Error(message), { code: "ERR_HTTP_UPGRADE" }));
    });
    request.on("response", (response) => {
      incoming = response.on("error", () => undefined);
      try {
        resolve(responseOf(response));
      } catch (error) {
        response.destroy();
        reject(error);
      }
    });
    // Headers and body leave in one packet where they fit.
    request.cork();
    for (const piece of pieces ?? []) request.write(piece);
    request.end();
  });
}

/** Adapts a response of Node. Repeated headers are joined with commas. */
function responseOf(incoming: IncomingMessage): HttpResponse {
  const { statusCode: status = 0, headers } = incoming;
  const texts = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")] as const);
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: httpHeaders(Object.fromEntries(texts)),
    body: decodedBody(incoming),
  };
}

/** Turns the reason of an abort into an error, which `destroy` requires. */
function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("The request was aborted.", { cause: reason });
}
