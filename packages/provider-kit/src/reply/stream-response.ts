// The core of every provider: one response, from bytes to model events. The
// vendor's part is the decoder; everything that can happen to a connection is
// handled here once: responses that are not streams, errors inside streams,
// connections that break or stay open, readers that leave. Loops are written
// out instead of using generators and `yield*`, which cost several promises per
// event.
import { isJsonObject, ProviderError } from "@skein/protocol";
import type { JsonValue, ModelEvent } from "@skein/protocol";
import { badStream, isWebPage, thrownError, webPageError } from "../error-context.ts";
import type { ErrorContext } from "../error-context.ts";
import { errorIn, failedBase } from "../error-in.ts";
import { jsonIn } from "../json-fields.ts";
import { readStart } from "../read-start.ts";
import type { HttpResponse } from "../transport/send.ts";
import { drainMs, readToEnd } from "./read-to-end.ts";
import { peekBody } from "./peek-body.ts";
import { joinDeltas } from "./join-deltas.ts";
import type { ReplyDecoder } from "./reply-decoder.ts";
import { eventFraming } from "./server-sent-events.ts";
import type { Framing, ServerSentEvent } from "./server-sent-events.ts";
import { watchBody } from "./watched-body.ts";

/** Idle milliseconds after which a reply that may end counts as ended. */
const settleMs = 2000;

/** Most bytes to read of a non-streamed reply, and of an invalid response. */
const [maxWholeBytes, maxOtherBytes] = [67_108_864, 65_536];

/** Started response, with the decoder for it. */
export interface OpenResponse {
  /** Unread 2xx response: see `sendRequest`. */
  readonly response: HttpResponse;
  /** Framing of its body. Default: server-sent events. */
  readonly framing?: Framing;
  /** Decoder for this reply alone. */
  readonly decoder: ReplyDecoder;
  /** Facts for error messages. */
  readonly context: ErrorContext;
  /**
   * Creates the error for an error body instead of a reply, or for an unframed
   * error inside one.
   */
  readonly failed: (body: JsonValue) => Error;
}

/** Options of `streamResponse`, which the model receives from its layers. */
export interface StreamResponseOptions {
  /** Called whenever bytes arrive: the third argument of `LiveModel.stream`. */
  readonly alive?: (() => void) | undefined;
  /** Called when a reply ends without its usage. */
  readonly notice?: ((text: string) => void) | undefined;
  /** Aborted when the reader no longer wants the reply. */
  readonly signal: AbortSignal;
}

/**
 * Sends one request and streams the response as the events of
 * `ChatModel.stream`, following the law of `ModelEvent`.
 *
 * - Events before a failure in the same bytes are emitted first.
 * - A body that ends before the reply is `bad-stream`.
 * - After the reply's end the rest is read for up to 1 s, so that the
 *   connection can be reused, also when the reader leaves there. A reply that
 *   may end can be idle for 2 s.
 * - An abort throws the signal's reason. Aborting, and leaving before the end,
 *   close the connection.
 * - A connection that breaks after the stop reason ends the reply, with unknown
 *   usage unless the last counters had arrived.
 *
 * @param open - sends the request. Its signal is aborted when the response has
 *   ended.
 *
 * @example
 * ```ts
 * interface Needed extends Omit<OpenResponse, "response"> {
 *   readonly sending: Omit<Sending, "signal">;
 * }
 * function reply({ sending, ...rest }: Needed, body: object, signal: AbortSignal) {
 *   return streamResponse(
 *     async (inner) => ({
 *       ...rest,
 *       response: await sendRequest(
 *         { method: "POST", url: "https://api.example.com/chat", headers: {}, body: bodyBytes(body) },
 *         { ...sending, signal: inner },
 *       ),
 *     }),
 *     { signal },
 *   );
 * }
 * ```
 */
export async function* streamResponse(
  open: (signal: AbortSignal) => Promise<OpenResponse>,
  { alive, notice, signal }: StreamResponseOptions,
): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted();
  const leave = new AbortController();
  // The request has its own signal, so that it can be ended after the reply
  // without aborting the caller.
  const onAbort = (): void => leave.abort(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  let timer: NodeJS.Timeout | undefined;
  let reply: OpenResponse | undefined;
  let body: AsyncIterator<Uint8Array> | undefined;
  const watched = watchBody();
  try {
    reply = await open(leave.signal);
    alive?.();
    // Some servers ignore the request to stream, errors come as JSON with status
    // 200, and others label a stream as JSON.
    if (!mayBeStream(reply.response)) {
      const { start, whole } = await peekBody(reply.response);
      reply = { ...reply, response: whole };
      if (!isEventStream(start)) {
        for (const event of await wholeReply(reply)) yield event;
        return;
      }
    }
    const { decoder, response, context } = reply;
    const { framing = eventFraming(context) } = reply;
    const taken = function* (batch: readonly ServerSentEvent[]): Generator<ModelEvent> {
      if (batch.length === 0 || decoder.ended()) return;
      clearTimeout(timer);
      const { events, failure } = decoded(batch, reply!);
      yield* joinDeltas(events);
      // The events before the failure have been delivered.
      if (failure) throw failure;
      // From here on we wait only for the network, not for the reader.
      const waitMs = decoder.ended() ? drainMs : decoder.settled() ? settleMs : undefined;
      if (waitMs !== undefined) timer = setTimeout(() => leave.abort(), waitMs);
    };
    body = response.body?.[Symbol.asyncIterator]();
    // Another async generator would cost three promises per chunk, and `yield*` here three per event.
    for (let next = await body?.next(); next && !next.done; next = await body!.next()) {
      alive?.();
      watched.saw(next.value);
      for (const event of taken(framing.push(next.value))) yield event;
    }
    body = undefined;
    for (const event of taken(framing.end())) yield event;
    // The body has ended. An error may be at its end without a frame.
    const error = decoder.ended() ? undefined : watched.errorAtEnd();
    if (error !== undefined) throw reply.failed(error);
    for (const event of closed(decoder, false)) yield event;
    if (!decoder.ended()) throw unfinished(reply, watched.beginning());
  } catch (error) {
    signal.throwIfAborted();
    if (!reply) throw error;
    const { decoder, context } = reply;
    if (decoder.ended()) return;
    // Under the stream's content type a page is an invalid event or frame.
    if (!decoder.begun() && isWebPage(watched.beginning())) throw unfinished(reply, watched.beginning());
    // The connection broke, or was abandoned, after everything required had arrived.
    if (!decoder.settled() || ProviderError.is(error)) throw thrownError(error, context);
    for (const event of closed(decoder, true)) {
      if (event.type === "message-end" && Object.keys(event.usage).length === 0) notice?.(uncounted(context));
      yield event;
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    // The reply is complete: the rest is read in the background, so that the
    // connection can be reused.
    if (body && reply?.decoder.ended() && !leave.signal.aborted) void readToEnd(body, leave);
    else {
      leave.abort();
      await body?.return?.().catch(() => undefined);
    }
  }
}

/**
 * Decodes a batch of events. A failure is returned, not thrown, so that the
 * events before it are delivered first.
 */
function decoded(
  batch: readonly ServerSentEvent[],
  { decoder, failed }: OpenResponse,
): { readonly events: readonly ModelEvent[]; readonly failure?: unknown } {
  const events: ModelEvent[] = [];
  try {
    for (const sent of batch) {
      if (decoder.ended()) break;
      if (sent.isError) throw failed(jsonIn(sent.data) ?? sent.data);
      decoder.take(sent, events);
    }
    return { events };
  } catch (failure) {
    return { events, failure };
  }
}

/** Ends a reply at the end of its body. */
function closed(decoder: ReplyDecoder, isTorn: boolean): readonly ModelEvent[] {
  const events: ModelEvent[] = [];
  if (!decoder.ended()) decoder.close(events, isTorn);
  return events;
}

/**
 * Words the notice about a reply without usage: budgets then charge upper
 * bounds.
 */
function uncounted({ provider }: ErrorContext): string {
  return `A reply of ${provider} ended without usage, so its tokens and cost are unknown.`;
}

/** Creates the error for a body that ended before the reply did. */
function unfinished({ decoder, context }: OpenResponse, seen: string): ProviderError {
  if (decoder.begun()) return badStream("The reply ended before it was complete", context);
  const what = `The response of ${context.host} contains no reply`;
  return isWebPage(seen) ? webPageError(what, context, seen) : badStream(what, context, { seen });
}

/**
 * Returns true unless the type is JSON or HTML. Mislabeled streams can have any
 * content type; only these two are surely no streams.
 */
function mayBeStream({ headers }: HttpResponse): boolean {
  return !/^(application\/(\S+\+)?json|text\/html)\b/i.test(headers.get("content-type") ?? "");
}

/** Recognizes server-sent events by their first field or comment. */
function isEventStream(start: string): boolean {
  return /^\s*(data|event|id|retry)?:/.test(start);
}

/**
 * Reads a response that is not a stream: a whole reply in JSON, an error, or a
 * web page.
 */
async function wholeReply(reply: OpenResponse): Promise<readonly ModelEvent[]> {
  const { response, decoder, context } = reply;
  const text = await readStart(response, decoder.takeWhole ? maxWholeBytes : maxOtherBytes);
  const body = jsonIn(text);
  const events: ModelEvent[] = [];
  if (body !== undefined) {
    if (isError(body)) throw reply.failed(body);
    if (decoder.takeWhole?.(body, events) && decoder.ended()) return events;
    if (decoder.begun()) throw unfinished(reply, text);
  }
  const type = response.headers.get("content-type")!;
  const what = `${context.host} answered with ${type} instead of a stream`;
  if (text !== "" && (/html/i.test(type) || isWebPage(text))) throw webPageError(what, context, text);
  // Labeled as JSON but invalid: it was cut off.
  throw badStream(what, context, { seen: text, retryable: body === undefined });
}

/**
 * Recognizes error bodies with status 200, which proxies and compatible servers
 * send.
 */
function isError(body: JsonValue): boolean {
  const { outer } = errorIn(body);
  if (failedBase(outer) !== undefined) return true;
  return isJsonObject(outer["error"]) || outer["type"] === "error" || outer["object"] === "error";
}
