import { isBroken } from "@skein/protocol";
import type { AssistantPart, JsonValue } from "@skein/protocol";
import { pieces } from "./pieces.ts";

export interface AnthropicWireOptions {
  readonly model?: string;
  readonly messageId?: string;
  /** The wire's stop reason. Default: `tool_use` when there is a call, else `end_turn`. */
  readonly stop?: string;
  /** Counters of the last `message_delta`; `null` leaves out those of the start as well. */
  readonly usage?: Readonly<Record<string, JsonValue>> | null;
  /** Characters a delta. Default 20. */
  readonly deltaSize?: number;
}

const countedAtStart = {
  input_tokens: 11,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 1,
};

type WireEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/**
 * A reply as the Messages API streams it. Sidecars hold what is particular to the wire: `{ signature }` or
 * `{ redacted }` of a thought, the whole block of an opaque part.
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
  return framed([
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

function framed(events: readonly WireEvent[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

function blockEvents(part: AssistantPart, index: number, deltaSize: number): WireEvent[] {
  const { block, deltas } = encoded(part, deltaSize);
  return [
    { type: "content_block_start", index, content_block: block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

interface Encoded {
  readonly block: unknown;
  readonly deltas: readonly unknown[];
}

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
