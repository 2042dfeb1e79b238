// A server with a script of replies, for any wire. It answers everything that a
// provider may ask besides: model lists and auxiliary requests.

import {
  serveScript,
  type Delivery,
  type ReceivedRequest,
  type ScriptedServer,
  type ServedReply,
} from "./scripted-server.ts";

/**
 * Raw bytes of a reply, or an error response.
 *
 * With `status` and `body` it is an error response in JSON, unless `bytes` are
 * given.
 */
export type RawReply = Delivery &
  (
    | {
        /** Body. Text is sent as UTF-8. */
        readonly bytes: string | Uint8Array;
        /** Content type. Default: server-sent events. */
        readonly contentType?: string;
        /** HTTP status. Default: 200. */
        readonly status?: number;
      }
    | {
        /** HTTP status of the error. */
        readonly status: number;
        /** Body as text, or as a value that is sent as JSON. Default: empty. */
        readonly body?: unknown;
      }
  );

/**
 * Replies in order, or a function that returns the reply to each request.
 * Requests are counted from 0.
 *
 * A list is enough for a conversation of known length. Use a function to answer
 * by content, or to repeat a reply.
 *
 * @example
 * ```ts
 * const script: Script<RawReply> = (request, count) =>
 *   count === 0 ? { status: 529 } : { bytes: "data: [DONE]\n\n" };
 * ```
 */
export type Script<Reply> = readonly Reply[] | ((request: ReceivedRequest, count: number) => Reply);

/**
 * Vendor's part of a model server. `Whole` is a complete reply of this wire.
 *
 * Reproduced of the real server: the form of streams, of the model list and of
 * errors, and the header with the id of the request. Not reproduced:
 * authentication, limits, and any check of the request but the one of
 * `misplacedContext`.
 */
export interface ModelWire<Whole> {
  /** Encodes the stream of a complete reply. */
  readonly encode: (reply: Whole) => string;
  /** Response to every `GET`, as JSON. */
  readonly models: unknown;
  /**
   * Responses to auxiliary requests, by path. Not counted, and not part of
   * `requests`. Default: none.
   */
  readonly asides?: Readonly<Record<string, unknown>>;
  /** Creates the body of an error in the vendor's form. */
  readonly refusal: (message: string) => unknown;
  /** Headers of every response to a `POST`. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Starts a server on 127.0.0.1 that speaks a wire. After the last reply it
 * answers 400 and says how many replies the script has.
 *
 * The extra 400 is not retryable, so a test whose program sends one request too
 * many fails at once, with the number of replies in the message.
 *
 * @example
 * ```ts
 * await using server = await serveModel<never>([{ status: 529 }, { bytes: "data: [DONE]\n\n" }], {
 *   encode: () => "",
 *   models: { data: [] },
 *   refusal: (message) => ({ error: { message } }),
 * });
 * ```
 */
export async function serveModel<Whole extends Delivery & { readonly parts: unknown }>(
  script: Script<Whole | RawReply>,
  { encode, models, asides = {}, refusal, headers }: ModelWire<Whole>,
): Promise<ScriptedServer> {
  let count = 0;
  const server = await serveScript((request) => {
    if (Object.hasOwn(asides, request.path)) return json(200, asides[request.path]);
    // Model lists are not part of the script, so that a test of replies need
    // not expect them.
    if (request.method === "GET") return json(200, models);
    const reply = typeof script === "function" ? script(request, count) : script[count];
    count++;
    if (!reply) return json(400, refusal(`The script has only ${count - 1} replies.`));
    // Headers of a reply win over those of the wire.
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

/** Creates a JSON response. */
function json(status: number, body: unknown): ServedReply {
  const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
  return { status, contentType: "application/json; charset=utf-8", body: Buffer.from(text) };
}
