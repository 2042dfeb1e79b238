import { isJsonObject } from "@skein/protocol";
import type { ModelEvent, ModelRequest } from "@skein/protocol";
import { serverSentEvents } from "@skein/provider-kit";
import type { LiveModel, ServerSentEvent } from "@skein/provider-kit";
import { catalogEntry } from "./catalog.ts";
import { startOf } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { badStream, streamError, thrownError } from "./errors.ts";
import type { ErrorContext } from "./errors.ts";
import { providerId } from "./names.ts";
import { createDecoder } from "./reply/decode.ts";
import type { Decoder } from "./reply/decode.ts";
import { requestBody } from "./request/body.ts";
import type { WireEvent } from "./wire.ts";

/** How long the rest of the body may take after the reply's end. Only a body read to its end frees the connection. */
const drainMs = 1000;

/** Bytes read of an answer that is no stream. */
const maxOtherBytes = 4096;

/** @param connect - called for each request; remembers what it once made. */
export function anthropicModel(modelId: string, connect: () => Promise<Connection>): LiveModel {
  const entry = catalogEntry(modelId);
  return {
    provider: providerId,
    id: modelId,
    limits: entry?.limits ?? {},
    price: entry?.price,
    stream: (request, signal, alive) => reply(modelId, request, { connect, signal, alive }),
  };
}

interface Exchange {
  readonly connect: () => Promise<Connection>;
  readonly signal: AbortSignal;
  readonly alive: (() => void) | undefined;
}

async function* reply(
  modelId: string,
  request: ModelRequest,
  exchange: Exchange,
): AsyncGenerator<ModelEvent> {
  const { connect, signal, alive } = exchange;
  signal.throwIfAborted();
  const connection = await connect();
  signal.throwIfAborted();
  const { context } = connection;
  const leave = new AbortController();
  const onAbort = (): void => leave.abort(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  let drain: NodeJS.Timeout | undefined;
  try {
    const { body, betas } = requestBody(modelId, request);
    const response = await connection.send(
      { method: "post", path: "/v1/messages", body, betas },
      leave.signal,
    );
    alive?.();
    if (!isEventStream(response)) throw await otherAnswer(response, context);
    const decoder = createDecoder({
      modelId,
      requestId: response.headers.get("request-id") ?? undefined,
      broken: (what) => badStream(what, "", context),
      failed: (event) => streamError(event, response.headers, context),
    });
    const answer = watchedBody(response);
    for await (const batch of serverSentEvents(answer.bytes, { provider: providerId, alive })) {
      // The reply is whole: what follows is only read so that the connection can be used again.
      if (drain) continue;
      const { events, failure } = decoded(batch, decoder, context);
      if (decoder.ended()) drain = setTimeout(() => leave.abort(), drainMs);
      // Not `yield*`: over an array it costs three promises an event.
      for (const event of events) yield event;
      if (failure) throw failure;
    }
    if (!drain) throw answer.unfinished(decoder, context);
  } catch (error) {
    signal.throwIfAborted();
    if (!drain) throw thrownError(error, context);
  } finally {
    clearTimeout(drain);
    signal.removeEventListener("abort", onAbort);
    leave.abort();
  }
}

/** What came before an error in the same bytes was said, and is passed on before it. */
function decoded(
  batch: readonly ServerSentEvent[],
  decoder: Decoder,
  context: ErrorContext,
): { readonly events: readonly ModelEvent[]; readonly failure?: unknown } {
  const events: ModelEvent[] = [];
  try {
    for (const sent of batch) {
      const event = wireEvent(sent, context);
      if (event) decoder.decode(event, events);
    }
    return { events };
  } catch (failure) {
    return { events, failure };
  }
}

function wireEvent({ event, data }: ServerSentEvent, context: ErrorContext): WireEvent | undefined {
  // Proxies that speak several protocols end this one in the manner of another.
  if (data === "[DONE]") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw badStream("An event of the reply is not JSON", data, context);
  }
  if (!isJsonObject(value)) return undefined;
  const type = typeof value["type"] === "string" ? value["type"] : event;
  return { ...(value as unknown as WireEvent), type };
}

interface WatchedBody {
  readonly bytes: AsyncIterable<Uint8Array>;
  unfinished(decoder: Decoder, context: ErrorContext): Error;
}

/** A body, and what to say when it ends too early: half a reply is named so, something else is quoted. */
function watchedBody({ body }: Response): WatchedBody {
  let beginning = "";
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body ?? []) {
      if (beginning.length < 1000) beginning += Buffer.from(chunk.subarray(0, 1000)).toString("utf8");
      yield chunk;
    }
  }
  return {
    bytes: bytes(),
    unfinished: (decoder, context) =>
      decoder.begun()
        ? badStream("The reply ended before it was complete", "", context)
        : badStream(`The answer of ${context.host} holds no reply`, beginning, context),
  };
}

function isEventStream({ headers }: Response): boolean {
  const type = headers.get("content-type");
  return type === null || type.toLowerCase().includes("text/event-stream");
}

async function otherAnswer(response: Response, context: ErrorContext): Promise<Error> {
  const text = await startOf(response, maxOtherBytes);
  if (isErrorBody(text)) return streamError(text, response.headers, context);
  const type = response.headers.get("content-type");
  return badStream(`${context.host} answered with ${type} instead of a stream`, text, context, text === "");
}

function isErrorBody(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return isJsonObject(body) && (body["type"] === "error" || isJsonObject(body["error"]));
  } catch {
    return false;
  }
}
