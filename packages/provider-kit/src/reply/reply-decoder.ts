import type { JsonValue, ModelEvent } from "@skein/protocol";
import { badStream } from "../error-context.ts";
import type { ErrorContext } from "../error-context.ts";
import { jsonIn } from "../json-fields.ts";
import type { ServerSentEvent } from "./server-sent-events.ts";

/** What any decoder of replies is told about the request. */
export interface ReplyContext {
  /** A tool's own name for the one it has on the wire. */
  readonly toolName: (wireName: string) => string;
  readonly context: ErrorContext;
  /** Makes the error to throw for an error event, or for an error inside the reply. */
  readonly failed: (error: unknown) => Error;
}

/** Decodes a vendor's stream: reads its events and appends model events to `out`. One per reply. */
export interface ReplyDecoder {
  /** Throws a `ProviderError` for an error event, or for one that violates the protocol. */
  take(sent: ServerSentEvent, out: ModelEvent[]): void;
  /**
   * Decodes a non-streamed JSON reply. Returns `false` when it is not a reply. Absent where that never
   * happens.
   */
  takeWhole?(body: JsonValue, out: ModelEvent[]): boolean;
  /**
   * Called at the end of the body: ends the reply if it may end here, and throws if it ended with a failure.
   *
   * @param isTorn - whether the connection broke: counters from before the stop reason do not cover the whole
   *   reply, so usage is then unknown.
   */
  close(out: ModelEvent[], isTorn: boolean): void;
  begun(): boolean;
  /** Whether the reply may end here, although more (such as usage) may follow. */
  settled(): boolean;
  /** Whether the reply has ended. */
  ended(): boolean;
}

/**
 * The JSON of a stream event; `undefined` for an empty event, or for another vendor's end marker, which
 * multi-protocol proxies send. Throws `bad-stream` for invalid JSON.
 */
export function eventJson({ data }: ServerSentEvent, context: ErrorContext): JsonValue | undefined {
  if (data === "[DONE]" || data.trim() === "") return undefined;
  const value = jsonIn(data);
  if (value === undefined) throw badStream("An event of the reply is not JSON", context, { seen: data });
  return value;
}
