// A scripted HTTP server. It sends bytes exactly as told: in pieces, with
// delays, cut or silent. A mock of `fetch` cannot show whether a connection was
// reused or closed.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { misplacedContext } from "./misplaced-context.ts";

/**
 * Way in which the bytes of a reply are sent.
 *
 * Only one of the cuts should be set. Cuts and stalls count bytes of the body,
 * before the HTTP framing.
 *
 * @example
 * ```ts
 * const slow: Delivery = { chunkBytes: 7, delayMs: 5 };
 * const broken: Delivery = { cutAfterEvents: 2 };
 * const silent: Delivery = { stallAfterBytes: 100 };
 * ```
 */
export interface Delivery {
  /** Bytes per write. Several sizes are used in turn. Default: all at once. */
  readonly chunkBytes?: number | readonly number[];
  /** Milliseconds before each write. Default: 0. */
  readonly delayMs?: number;
  /** Ends the body after this many bytes. Default: not cut. */
  readonly cutAfterBytes?: number;
  /**
   * Ends the body after this many events, counted by their empty lines.
   * Default: not cut.
   */
  readonly cutAfterEvents?: number;
  /**
   * Way to cut: the socket is destroyed, or the body ends as if it were
   * complete. Default: `destroy`.
   *
   * `end` is what a proxy does that lost its upstream: a valid response that is
   * too short.
   */
  readonly cutBy?: "destroy" | "end";
  /**
   * Sends nothing after this many bytes and keeps the socket open. Default:
   * does not stall.
   */
  readonly stallAfterBytes?: number;
  /** Settles when a reply that stalls goes on. Default: never. */
  readonly stallUntil?: Promise<unknown>;
  /** More response headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Response of the server. */
export interface ServedReply extends Delivery {
  /** HTTP status. */
  readonly status: number;
  /** Content type. */
  readonly contentType: string;
  /** Body, before it is cut. */
  readonly body: Uint8Array;
}

/** Request that the server got. */
export interface ReceivedRequest {
  /** HTTP method. */
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Headers, by names in lower case. */
  readonly headers: IncomingMessage["headers"];
  /** Body as it came over the wire. */
  readonly bytes: Buffer;
  /** Parses the body. Throws if it is not JSON. */
  json(): unknown;
}

/**
 * Running server. Disposing it destroys all sockets: use `await using`.
 *
 * A client that still reads then loses its connection.
 */
export interface ScriptedServer extends AsyncDisposable {
  /** Address, such as `http://127.0.0.1:41234`. */
  readonly url: string;
  /** Requests in the order of their arrival. */
  readonly requests: readonly ReceivedRequest[];
  /** Counts open sockets, idle ones included. */
  openSockets(): number;
  /** Counts replies that have neither ended nor lost their socket. */
  openReplies(): number;
  /**
   * Counts sockets accepted so far. More than one means that a connection was
   * not reused.
   */
  acceptedSockets(): number;
}

/**
 * Starts an HTTP server on a free port of 127.0.0.1.
 *
 * A request in which dynamic context is where models misbehave is refused with
 * 400, whatever the script says: see `misplacedContext`.
 *
 * @param answer - returns the response to a request. Requests are counted from
 *   0.
 *
 * @example
 * ```ts
 * await using server = await serveScript(() => ({
 *   status: 200,
 *   contentType: "application/json",
 *   body: Buffer.from('{"data": []}'),
 * }));
 * await fetch(server.url);
 * server.requests.length; // 1
 * ```
 */
export async function serveScript(
  answer: (request: ReceivedRequest, count: number) => ServedReply,
): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let accepted = 0;
  let replies = 0;

  // Requests are read completely before the answer, as models do.
  const server: Server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    replies++;
    response.on("close", () => replies--);
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const request = receivedFrom(incoming, Buffer.concat(chunks));
      requests.push(request);
      const wrong = misplacedContext(parsed(request));
      const reply = wrong === undefined ? answer(request, requests.length - 1) : refusal(wrong);
      deliver(reply, response).catch(() => response.destroy());
    });
  });
  server.on("connection", (socket) => {
    accepted++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // Clients that abort are part of the tests.
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    openSockets: () => sockets.size,
    openReplies: () => replies,
    acceptedSockets: () => accepted,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Builds the record of a request. */
function receivedFrom({ method = "", url = "", headers }: IncomingMessage, bytes: Buffer): ReceivedRequest {
  return { method, path: url, headers, bytes, json: () => JSON.parse(bytes.toString("utf8")) as unknown };
}

/** Parses a body. Undefined if it is not JSON. */
function parsed(request: ReceivedRequest): unknown {
  try {
    return request.json();
  } catch {
    return undefined;
  }
}

/**
 * Writes an error in a form in which every vendor's client finds the sentence.
 */
function refusal(message: string): ServedReply {
  const error = { type: "invalid_request_error", message };
  const body = Buffer.from(JSON.stringify({ type: "error", error, message }));
  return { status: 400, contentType: "application/json; charset=utf-8", body };
}

/** Sends a response as its delivery says. */
async function deliver(reply: ServedReply, response: ServerResponse): Promise<void> {
  const cutAt = cutOf(reply);
  const whole = reply.body.subarray(0, cutAt ?? Infinity);
  const begun = whole.subarray(0, reply.stallAfterBytes ?? Infinity);
  response.writeHead(reply.status, { "content-type": reply.contentType, ...reply.headers });
  response.flushHeaders();
  await writeAll(begun, reply, response);
  if (reply.stallAfterBytes !== undefined) {
    // Neither ended nor cut: the socket stays open until the server is disposed.
    if (!reply.stallUntil) return;
    await reply.stallUntil;
    await writeAll(whole.subarray(begun.length), reply, response);
  }
  if (response.destroyed) return;
  if (cutAt !== undefined && reply.cutBy !== "end") response.destroy();
  else response.end();
}

/** Writes in pieces, until the client leaves. */
async function writeAll(
  bytes: Uint8Array,
  { chunkBytes, delayMs }: Delivery,
  response: ServerResponse,
): Promise<void> {
  const steps = [chunkBytes ?? Math.max(1, bytes.length)].flat();
  for (let from = 0, count = 0; from < bytes.length; count++) {
    const to = from + steps[count % steps.length]!;
    if (delayMs !== undefined) await wait(delayMs);
    if (response.destroyed) return;
    await new Promise<void>((resolve, reject) => {
      response.write(bytes.subarray(from, to), (error) => (error ? reject(error) : resolve()));
    });
    from = to;
  }
}

/**
 * Finds the byte after which the body is cut. Throws if the script asks for
 * more events than the body has.
 */
function cutOf({ body, cutAfterBytes, cutAfterEvents }: ServedReply): number | undefined {
  if (cutAfterEvents === undefined) return cutAfterBytes;
  const ends = [
    ...Buffer.from(body)
      .toString("latin1")
      .matchAll(/\r?\n\r?\n/g),
  ];
  if (cutAfterEvents === 0) return 0;
  const last = ends[cutAfterEvents - 1];
  if (!last)
    throw new Error(`The reply has ${ends.length} events, it cannot be cut after ${cutAfterEvents}.`);
  return last.index + last[0].length;
}
