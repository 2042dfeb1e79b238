import { isJsonObject, ProviderError } from "@skein/protocol";
import type { JsonValue, ModelEvent } from "@skein/protocol";
import { badStream, thrownError } from "../error-context.ts";
import type { ErrorContext } from "../error-context.ts";
import { errorIn } from "../error-body.ts";
import { jsonIn } from "../json-fields.ts";
import { startOf } from "../start-of.ts";
import { joinDeltas } from "./join-deltas.ts";
import type { ReplyDecoder } from "./reply-decoder.ts";
import { eventFraming } from "./server-sent-events.ts";
import type { Framing, ServerSentEvent } from "./server-sent-events.ts";
import { watchBody } from "./watched-body.ts";

/** How long the rest of the body may take after the reply's end. Only a body read to its end frees the connection. */
const drainMs = 1000;

/** How long a reply that could end may stay silent before it is taken as ended. */
const settleMs = 2000;

/** Bytes read of a reply that came without a stream, and of what is none. */
const [maxWholeBytes, maxOtherBytes] = [67_108_864, 65_536];

/** An answer that has begun, and what is needed to read it. */
export interface OpenReply {
  /** A 2xx whose body has not been read. */
  readonly response: Response;
  /** Of its body. Default: server-sent events. */
  readonly framing?: Framing;
  readonly decoder: ReplyDecoder;
  readonly context: ErrorContext;
  /** Makes the error to throw for an error that came in place of the reply, or without a frame inside of it. */
  readonly failed: (body: JsonValue) => Error;
}

export interface ExchangeOptions {
  /** Called whenever bytes arrive. */
  readonly alive?: (() => void) | undefined;
  /** Called when a reply ends before its counters came. */
  readonly notice?: ((text: string) => void) | undefined;
  readonly signal: AbortSignal;
}

/**
 * One request and its reply, by the law of `ModelEvent`: what `ChatModel.stream` gives back.
 *
 * What came before a failure in the same bytes is passed on before it. A body that ends before the reply does is
 * `bad-stream`, which names half a reply so and quotes anything else. When the reply has ended, the rest is only read so
 * that the connection can be used again, for 1 s; one that could end may stay silent for 2 s. An abort throws the
 * signal's reason; that, and leaving the iteration, closes the connection. A connection that breaks behind the reason to
 * stop ends the reply, and its usage is unknown unless the last counters had come.
 *
 * @param open - sends the request. Its signal is aborted when the exchange is over.
 */
export async function* exchange(
  open: (signal: AbortSignal) => Promise<OpenReply>,
  { alive, notice, signal }: ExchangeOptions,
): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted();
  const leave = new AbortController();
  const onAbort = (): void => leave.abort(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  let timer: NodeJS.Timeout | undefined;
  let reply: OpenReply | undefined;
  try {
    reply = await open(leave.signal);
    alive?.();
    const { decoder, response, context } = reply;
    if (!mayBeStream(response)) {
      for (const event of await wholeReply(reply)) yield event;
      return;
    }
    const { framing = eventFraming(context) } = reply;
    const watched = watchBody();
    const taken = function* (batch: readonly ServerSentEvent[]): Generator<ModelEvent> {
      if (batch.length === 0 || decoder.ended()) return;
      clearTimeout(timer);
      const { events, failure } = decoded(batch, reply!);
      yield* joinDeltas(events);
      if (failure) throw failure;
      // From here on only the network is waited for, not the reader.
      const waitMs = decoder.ended() ? drainMs : decoder.settled() ? settleMs : undefined;
      if (waitMs !== undefined) timer = setTimeout(() => leave.abort(), waitMs);
    };
    // Each further generator that awaits would cost three promises a chunk, and `yield*` here as many an event.
    for await (const bytes of response.body ?? []) {
      alive?.();
      watched.saw(bytes);
      for (const event of taken(framing.push(bytes))) yield event;
    }
    for (const event of taken(framing.end())) yield event;
    const error = decoder.ended() ? undefined : watched.errorAtEnd();
    if (error !== undefined) throw reply.failed(error);
    for (const event of closed(decoder, false)) yield event;
    if (!decoder.ended()) throw unfinished(reply, watched.beginning());
  } catch (error) {
    signal.throwIfAborted();
    if (!reply) throw error;
    const { decoder, context } = reply;
    if (decoder.ended()) return;
    // The connection broke, or was given up, behind all that had to come.
    if (!decoder.settled() || ProviderError.is(error)) throw thrownError(error, context);
    for (const event of closed(decoder, true)) {
      if (event.type === "message-end" && Object.keys(event.usage).length === 0) notice?.(uncounted(context));
      yield event;
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    leave.abort();
  }
}

function decoded(
  batch: readonly ServerSentEvent[],
  { decoder, failed }: OpenReply,
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

function closed(decoder: ReplyDecoder, isTorn: boolean): readonly ModelEvent[] {
  const events: ModelEvent[] = [];
  if (!decoder.ended()) decoder.close(events, isTorn);
  return events;
}

function uncounted({ provider }: ErrorContext): string {
  return `A reply of ${provider} ended before its counters came: its usage is unknown.`;
}

function unfinished({ decoder, context }: OpenReply, seen: string): ProviderError {
  if (decoder.begun()) return badStream("The reply ended before it was complete", context);
  return badStream(`The answer of ${context.host} holds no reply`, context, { seen });
}

/** Servers that label their streams wrongly label them as anything; what is surely none is JSON and HTML. */
function mayBeStream({ headers }: Response): boolean {
  return !/^(application\/(\S+\+)?json|text\/html)\b/i.test(headers.get("content-type")?.trim() ?? "");
}

async function wholeReply(reply: OpenReply): Promise<readonly ModelEvent[]> {
  const { response, decoder, context } = reply;
  const text = await startOf(response, decoder.takeWhole ? maxWholeBytes : maxOtherBytes);
  const body = jsonIn(text);
  const events: ModelEvent[] = [];
  if (body !== undefined) {
    if (isError(body)) throw reply.failed(body);
    if (decoder.takeWhole?.(body, events) && decoder.ended()) return events;
    if (decoder.begun()) throw unfinished(reply, text);
  }
  const type = response.headers.get("content-type")!;
  // What says that it is JSON, and is none, was cut.
  const retryable = text === "" || (body === undefined && !/html/i.test(type));
  throw badStream(`${context.host} answered with ${type} instead of a stream`, context, {
    seen: text,
    retryable,
  });
}

function isError(body: JsonValue): boolean {
  const { outer } = errorIn(body);
  return isJsonObject(outer["error"]) || outer["type"] === "error" || outer["object"] === "error";
}
