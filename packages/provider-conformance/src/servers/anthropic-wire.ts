// An encoder of Anthropic's wire, written independently of the provider that
// reads it.

import { isBroken } from "@skein/protocol";
import type { AssistantPart, JsonValue } from "@skein/protocol";
import { pieces } from "./pieces.ts";

/** Options of `anthropicStream`. */
export interface AnthropicWireOptions {
  /** Model in `message_start`. Default: `claude-test`. */
  readonly model?: string;
  /** Id of the message. Default: `msg_test`. */
  readonly messageId?: string;
  /**
   * Stop reason of the wire. Default: `tool_use` if a call is among the parts,
   * else `end_turn`.
   */
  readonly stop?: string;
  /**
   * Counters of the last `message_delta`. `null`: none, also at the start.
   * Default: 7 output tokens.
   */
  readonly usage?: Readonly<Record<string, JsonValue>> | null;
  /** Characters in each delta. Default: 20. */
  readonly deltaSize?: number;
}

/**
 * Counters of `message_start`. The vendor sends those of the prompt there, and
 * those of the reply at the end.
 */
const countedAtStart = {
  input_tokens: 11,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 1,
};

/** Event of the wire. Its `type` is also the name of the server-sent event. */
export type WireEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/**
 * Encodes a reply as the Messages API streams it.
 *
 * Sidecars contain what only this wire has: `{ signature }` or `{ redacted }`
 * of thinking, the whole block of an opaque part.
 *
 * The events are, in this order:
 *
 * - `message_start` with the id, the model and the counters of the prompt
 * - `ping`
 * - for each part: `content_block_start`, `content_block_delta` once or more,
 *   `content_block_stop`
 * - `message_delta` with the stop reason and the counters of the reply
 * - `message_stop`
 *
 * Source: platform.claude.com/docs, "Streaming Messages".
 *
 * @example
 * ```ts
 * const stream = anthropicStream([{ type: "text", text: "Hello." }], { stop: "max_tokens" });
 * ```
 */
export function anthropicStream(parts: readonly AssistantPart[], options: AnthropicWireOptions = {}): string {
  const {
    model = "claude-test",
    messageId = "msg_test",
    deltaSize = 20,
    usage = { output_tokens: 7 },
  } = options;
  const called = parts.some((part) => part.type === "tool-call");
  const stop = options.stop ?? (called ? "tool_use" : "end_turn");
  const message = {
    id: messageId,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    ...(usage === null ? {} : { usage: countedAtStart }),
  };
  return anthropicFrames([
    { type: "message_start", message },
    { type: "ping" },
    ...parts.flatMap((part, index) => blockEvents(part, index, deltaSize)),
    {
      type: "message_delta",
      delta: { stop_reason: stop, stop_sequence: null },
      ...(usage === null ? {} : { usage }),
    },
    { type: "message_stop" },
  ]);
}

/** Frames events as server-sent events. The vendor names each event in `event:` as well. */
export function anthropicFrames(events: readonly WireEvent[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

/** Encodes one part as a content block: start, deltas, stop. */
function blockEvents(part: AssistantPart, index: number, deltaSize: number): WireEvent[] {
  const { block, deltas } = encoded(part, deltaSize);
  return [
    { type: "content_block_start", index, content_block: block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

/** Content block at its start, and its deltas. */
interface Encoded {
  readonly block: unknown;
  readonly deltas: readonly unknown[];
}

/** Encodes one part. A call starts with an empty delta, as the vendor's do. */
function encoded(part: AssistantPart, deltaSize: number): Encoded {
  switch (part.type) {
    case "text": {
      const deltas = pieces(part.text, deltaSize).map((text) => ({ type: "text_delta", text }));
      return { block: { type: "text", text: "" }, deltas };
    }
    case "thinking": {
      const { signature, redacted } = (part.sidecar?.data ?? {}) as { signature?: string; redacted?: string };
      if (redacted !== undefined) return { block: { type: "redacted_thinking", data: redacted }, deltas: [] };
      const thoughts = pieces(part.text, deltaSize).map((thinking) => ({ type: "thinking_delta", thinking }));
      const signed = signature === undefined ? [] : [{ type: "signature_delta", signature }];
      return { block: { type: "thinking", thinking: "", signature: "" }, deltas: [...thoughts, ...signed] };
    }
    case "tool-call": {
      const raw = isBroken(part) ? part.raw : JSON.stringify(part.input);
      const deltas = ["", ...pieces(raw, deltaSize)].map((json) => ({
        type: "input_json_delta",
        partial_json: json,
      }));
      return { block: { type: "tool_use", id: part.id, name: part.name, input: {} }, deltas };
    }
    case "opaque":
      return { block: part.sidecar.data, deltas: [] };
  }
}
