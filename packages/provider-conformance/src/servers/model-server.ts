import { serve } from "./scripted-server.ts";
import type { Delivery, ReceivedRequest, ScriptedServer, ServedReply } from "./scripted-server.ts";

/** Raw bytes of a reply, or an error response. */
export type RawReply = Delivery &
  (
    | { readonly bytes: string | Uint8Array; readonly contentType?: string; readonly status?: number }
    | { readonly status: number; readonly body?: unknown }
  );

/** The nth request gets the nth reply, or what the function says to it; requests are counted from 0. */
export type Script<Reply> = readonly Reply[] | ((request: ReceivedRequest, count: number) => Reply);

/** What is particular to a vendor. */
export interface ModelWire<Whole> {
  /** The bytes of a reply's stream. */
  readonly encode: (reply: Whole) => string;
  /** The answer to every `GET`. */
  readonly models: unknown;
  /** Responses to auxiliary requests, by path. Not counted, and not kept in `requests`. */
  readonly asides?: Readonly<Record<string, unknown>>;
  /** The body of an error in the vendor's form. */
  readonly refusal: (message: string) => unknown;
  /** Of every answer to a `POST`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A server on 127.0.0.1 that speaks a wire. After the last reply it answers 400 and says how many there were.
 */
export async function serveModel<Whole extends Delivery & { readonly parts: unknown }>(
  script: Script<Whole | RawReply>,
  { encode, models, asides = {}, refusal, headers }: ModelWire<Whole>,
): Promise<ScriptedServer> {
  let count = 0;
  const server = await serve((request) => {
    if (Object.hasOwn(asides, request.path)) return json(200, asides[request.path]);
    if (request.method === "GET") return json(200, models);
    const reply = typeof script === "function" ? script(request, count) : script[count];
    count++;
    if (!reply) return json(400, refusal(`The script has only ${count - 1} replies.`));
    const own = { ...reply, headers: { ...headers, ...reply.headers } };
    const stream = { status: 200, contentType: "text/event-stream; charset=utf-8", ...own };
    if ("parts" in reply) return { ...stream, body: Buffer.from(encode(reply)) };
    if ("bytes" in reply) return { ...stream, body: Buffer.from(reply.bytes) };
    return { ...own, ...json(reply.status, reply.body) };
  });
  return {
    ...server,
    get requests() {
      return server.requests.filter(({ path }) => !Object.hasOwn(asides, path));
    },
  };
}

function json(status: number, body: unknown): ServedReply {
  const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
  return { status, contentType: "application/json; charset=utf-8", body: Buffer.from(text) };
}
