import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { misplacedContext } from "./misplaced-context.ts";

/** How the bytes of a reply go out. */
export interface Delivery {
  /** Bytes a write; several are used in turn. Default: all at once. */
  readonly chunkBytes?: number | readonly number[];
  /** Milliseconds before each write. Default 0. */
  readonly delayMs?: number;
  /** Ends after this many bytes of the body. */
  readonly cutAfterBytes?: number;
  /** Ends after this many events, counted by their empty lines. */
  readonly cutAfterEvents?: number;
  /** How a cut ends: the socket is destroyed, or the body ends as if it were whole. Default `destroy`. */
  readonly cutBy?: "destroy" | "end";
  /** Falls silent after this many bytes and keeps the socket open. */
  readonly stallAfterBytes?: number;
  /** Extra response headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ServedReply extends Delivery {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** As they came over the wire. */
  readonly bytes: Buffer;
  /** The parsed body. */
  json(): unknown;
}

export interface ScriptedServer extends AsyncDisposable {
  /** For example `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  openSockets(): number;
  /** Replies that have neither ended nor lost their socket. */
  openReplies(): number;
  /** Sockets accepted so far. */
  acceptedSockets(): number;
}

/**
 * An HTTP server on a free port of 127.0.0.1 that answers as it is told. A request in which dynamic context stands where
 * models misbehave is refused, whatever the script says: see `misplacedContext`. At the end of its scope all sockets are cut.
 */
export async function serve(
  answer: (request: ReceivedRequest, count: number) => ServedReply,
): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let accepted = 0;
  let replies = 0;

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

function receivedFrom({ method = "", url = "", headers }: IncomingMessage, bytes: Buffer): ReceivedRequest {
  return { method, path: url, headers, bytes, json: () => JSON.parse(bytes.toString("utf8")) as unknown };
}

function parsed(request: ReceivedRequest): unknown {
  try {
    return request.json();
  } catch {
    return undefined;
  }
}

/** In a form that every vendor's client finds the sentence in. */
function refusal(message: string): ServedReply {
  const error = { type: "invalid_request_error", message };
  const body = Buffer.from(JSON.stringify({ type: "error", error, message }));
  return { status: 400, contentType: "application/json; charset=utf-8", body };
}

async function deliver(reply: ServedReply, response: ServerResponse): Promise<void> {
  const cutAt = cutOf(reply);
  const body = reply.body.subarray(0, Math.min(cutAt ?? Infinity, reply.stallAfterBytes ?? Infinity));
  response.writeHead(reply.status, { "content-type": reply.contentType, ...reply.headers });
  response.flushHeaders();
  const steps = [reply.chunkBytes ?? Math.max(1, body.length)].flat();
  for (let from = 0, count = 0; from < body.length; count++) {
    const to = from + steps[count % steps.length]!;
    if (reply.delayMs !== undefined) await wait(reply.delayMs);
    if (response.destroyed) return;
    await new Promise<void>((resolve, reject) => {
      response.write(body.subarray(from, to), (error) => (error ? reject(error) : resolve()));
    });
    from = to;
  }
  if (reply.stallAfterBytes !== undefined) return;
  if (cutAt !== undefined && reply.cutBy !== "end") response.destroy();
  else response.end();
}

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
