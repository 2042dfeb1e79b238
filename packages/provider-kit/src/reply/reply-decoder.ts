// The contract between `streamResponse` and the vendor's part of a provider.
// Three states matter for broken connections: `begun` (something was shown),
// `settled` (everything required has arrived) and `ended`.
import type { JsonValue, ModelEvent } from "@skein/protocol";
import { badStream } from "../error-context.ts";
import type { ErrorContext } from "../error-context.ts";
import { jsonIn } from "../json-fields.ts";
import type { ServerSentEvent } from "./server-sent-events.ts";

/** Facts about a request that every decoder of its reply needs. */
export interface ReplyContext {
  /** Maps a tool's name on the wire back to its own: see `ownNames`. */
  readonly toolName: (wireName: string) => string;
  /**
   * Returns true for a tool that accepts a call without arguments: see
   * `optionalInput`. Default: every tool requires arguments.
   */
  readonly takesNothing?: (toolName: string) => boolean;
  /** Facts for error messages. */
  readonly context: ErrorContext;
  /**
   * Creates the error to throw for an error event, or for an error inside the
   * reply.
   */
  readonly failed: (error: unknown) => Error;
}

/**
 * Decodes the stream of one reply: reads the vendor's events and appends model
 * events to `out`. The vendor's part of a provider.
 *
 * `streamResponse` calls `take` for each event, then `close`. It asks `settled`
 * and `ended` after each chunk.
 *
 * @example
 * ```ts
 * function createDecoder(context: ErrorContext): ReplyDecoder {
 *   let [begun, text, ended] = [false, "", false];
 *   return {
 *     take(sent, out) {
 *       const event = objectIn(eventJson(sent, context));
 *       if (!begun) {
 *         out.push({ type: "message-start", modelId: "example-1" });
 *         out.push({ type: "part-start", part: 0, kind: "text" });
 *       }
 *       begun = true;
 *       const delta = stringIn(event["text"]);
 *       text += delta;
 *       if (delta) out.push({ type: "text-delta", part: 0, delta });
 *       if (event["done"] !== true) return;
 *       out.push({ type: "part-end", part: 0, content: { type: "text", text } });
 *       out.push({ type: "message-end", stop: "answered", rawStop: "done", usage: {} });
 *       ended = true;
 *     },
 *     close() {}, // this wire has an explicit end, so nothing is left to do
 *     begun: () => begun,
 *     settled: () => ended,
 *     ended: () => ended,
 *   };
 * }
 * ```
 */
export interface ReplyDecoder {
  /**
   * Decodes one event. Throws `ProviderError` for an error event, or for one
   * that violates the protocol. Events appended before are still delivered.
   */
  take(sent: ServerSentEvent, out: ModelEvent[]): void;
  /**
   * Decodes a JSON reply that was not streamed, which some servers send. Absent
   * where that never happens.
   *
   * @returns false if the JSON is not a reply.
   */
  takeWhole?(body: JsonValue, out: ModelEvent[]): boolean;
  /**
   * Ends the reply at the end of the body, if it may end here. Throws if it
   * ended with a failure.
   *
   * @param isTorn - whether the connection broke. Counters from before the stop
   *   reason do not cover the whole reply, so usage is then unknown.
   */
  close(out: ModelEvent[], isTorn: boolean): void;
  /** Returns true once `message-start` was appended. */
  begun(): boolean;
  /**
   * Returns true once the reply may end here, although more (such as usage) may
   * follow.
   */
  settled(): boolean;
  /** Returns true once `message-end` was appended. Later events are ignored. */
  ended(): boolean;
}

/**
 * Parses the JSON of a stream event. Throws `bad-stream` for invalid JSON.
 *
 * @returns undefined for an empty event, or for another vendor's end marker
 *   (`[DONE]`), which multi-protocol proxies send.
 *
 * @example
 * ```ts
 * const usage = (sent: ServerSentEvent, context: ErrorContext) =>
 *   objectIn(objectIn(eventJson(sent, context))["usage"]);
 * ```
 */
export function eventJson({ data }: ServerSentEvent, context: ErrorContext): JsonValue | undefined {
  if (data === "[DONE]" || data.trim() === "") return undefined;
  const value = jsonIn(data);
  if (value === undefined) throw badStream("An event of the reply is not JSON", context, { seen: data });
  return value;
}
