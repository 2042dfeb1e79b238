// An encoder of the Responses API, written independently of the provider that
// reads it.

import { isBroken } from "@skein/protocol";
import type { AssistantPart, JsonValue } from "@skein/protocol";
import { pieces } from "./pieces.ts";

/** Options of `openaiResponsesStream`. */
export interface OpenAIResponsesWireOptions {
  /** Model of the response. Default: `gpt-test`. */
  readonly model?: string;
  /** Id of the response. Default: `resp_test`. */
  readonly replyId?: string;
  /**
   * Reason why the reply is incomplete, such as `max_output_tokens`. Default:
   * it is complete.
   */
  readonly incomplete?: string;
  /** Counters of the last event. `null`: none. Default: 11 and 7 tokens. */
  readonly usage?: Readonly<Record<string, JsonValue>> | null;
  /** Characters in each delta. Default: 20. */
  readonly deltaSize?: number;
}

/** Event of the wire. Its `type` is also the name of the server-sent event. */
type WireEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/**
 * Encodes a reply as the Responses API streams it.
 *
 * The nth item has the id `msg_n`, `rs_n` or `fc_n`; thinking has the
 * `encrypted_content` `sealed_n`. An opaque part is sent as the item in its
 * sidecar.
 *
 * The events are, in this order:
 *
 * - `response.created` and `response.in_progress`
 * - for each part: `response.output_item.added`, its deltas,
 *   `response.output_item.done`
 * - `response.completed` or `response.incomplete`, with all items and the
 *   counters
 *
 * Source: developers.openai.com, Responses, streaming events.
 *
 * @example
 * ```ts
 * const stream = openaiResponsesStream([{ type: "text", text: "Hel" }], { incomplete: "max_output_tokens" });
 * ```
 */
export function openaiResponsesStream(
  parts: readonly AssistantPart[],
  options: OpenAIResponsesWireOptions = {},
): string {
  const { model = "gpt-test", replyId = "resp_test", incomplete, deltaSize = 20 } = options;
  const { usage = { input_tokens: 11, output_tokens: 7, total_tokens: 18 } } = options;
  const items = parts.map(itemOf);
  const head = { id: replyId, object: "response", created_at: 1, model };
  const start = { ...head, status: "in_progress", output: [], usage: null };
  const status = incomplete === undefined ? "completed" : "incomplete";
  const why = incomplete === undefined ? null : { reason: incomplete };
  const end = { ...head, status, incomplete_details: why, output: items, usage };
  const events: WireEvent[] = [
    { type: "response.created", response: start },
    { type: "response.in_progress", response: start },
    ...parts.flatMap((part, at) => itemEvents(part, items[at]!, at, deltaSize)),
    { type: `response.${status}`, response: end },
  ];
  return events
    .map(
      (event, at) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`,
    )
    .join("");
}

/** Item of the output. */
type WireItem = Readonly<Record<string, unknown>>;

/** Encodes a part as a complete item. */
function itemOf(part: AssistantPart, at: number): WireItem {
  switch (part.type) {
    case "text":
      return {
        id: `msg_${at}`,
        type: "message",
        status: "completed",
        role: "assistant",
        content: [{ type: "output_text", annotations: [], text: part.text }],
      };
    case "thinking":
      return {
        id: `rs_${at}`,
        type: "reasoning",
        summary: part.text === "" ? [] : [{ type: "summary_text", text: part.text }],
        encrypted_content: `sealed_${at}`,
      };
    case "tool-call": {
      const input = isBroken(part) ? part.raw : JSON.stringify(part.input);
      const head = { id: `fc_${at}`, type: "function_call", status: "completed", call_id: part.id };
      return { ...head, name: part.name, arguments: input };
    }
    case "opaque":
      return part.sidecar.data as WireItem;
  }
}

/**
 * Encodes the events of one item: added, deltas, done. An added item is the
 * complete one without its content.
 */
function itemEvents(part: AssistantPart, item: WireItem, at: number, deltaSize: number): WireEvent[] {
  const place = { item_id: item["id"], output_index: at };
  const empty = { status: "in_progress", content: [], summary: [], arguments: "" };
  const known = Object.entries(empty).filter(([name]) => name in item);
  const started = { ...item, ...Object.fromEntries(known) };
  return [
    { type: "response.output_item.added", output_index: at, item: started },
    ...deltas(part, deltaSize).map((event) => ({ ...event, ...place })),
    { type: "response.output_item.done", output_index: at, item },
  ];
}

/** Encodes the deltas of one item. */
function deltas(part: AssistantPart, deltaSize: number): WireEvent[] {
  switch (part.type) {
    case "text":
      return pieces(part.text, deltaSize).map((delta) => ({
        type: "response.output_text.delta",
        content_index: 0,
        delta,
      }));
    case "thinking":
      return pieces(part.text, deltaSize).map((delta) => ({
        type: "response.reasoning_summary_text.delta",
        summary_index: 0,
        delta,
      }));
    case "tool-call": {
      const input = isBroken(part) ? part.raw : JSON.stringify(part.input);
      return pieces(input, deltaSize).map((delta) => ({
        type: "response.function_call_arguments.delta",
        delta,
      }));
    }
    case "opaque":
      return [];
  }
}
