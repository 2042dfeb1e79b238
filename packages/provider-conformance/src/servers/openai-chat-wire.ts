// An encoder of Chat Completions, written independently of the provider that
// reads it. Compatible servers differ in the field of thinking, which is
// therefore an option.

import { isBroken } from "@skein/protocol";
import type { AssistantPart, JsonValue } from "@skein/protocol";
import { pieces } from "./pieces.ts";

/** Options of `openaiChatStream`. */
export interface OpenAIChatWireOptions {
  /** Model of every chunk. Default: `gpt-test`. */
  readonly model?: string;
  /** Id of the reply. Default: `chatcmpl-test`. */
  readonly replyId?: string;
  /**
   * Finish reason of the wire. Default: `tool_calls` if a call is among the
   * parts, else `stop`.
   */
  readonly stop?: string;
  /**
   * Counters of the last chunk. `null`: the chunk is left out. Default: 11 and
   * 7 tokens.
   */
  readonly usage?: Readonly<Record<string, JsonValue>> | null;
  /**
   * Field of thinking, which is not part of the vendor's API. Default:
   * `reasoning_content`, as DeepSeek and others name it.
   */
  readonly thinkingField?: string;
  /** Characters in each delta. Default: 20. */
  readonly deltaSize?: number;
}

/**
 * Encodes a reply as Chat Completions streams it. Opaque parts are left out:
 * the wire has no place for them.
 *
 * The chunks are, in this order:
 *
 * - the role, with empty content
 * - one chunk for each delta of a part; calls are numbered among themselves
 * - an empty delta with the finish reason
 * - the counters, without choices
 * - `[DONE]`
 *
 * Source: developers.openai.com, Chat Completions, streaming.
 *
 * @example
 * ```ts
 * const stream = openaiChatStream([{ type: "thinking", text: "Hm." }], { thinkingField: "reasoning" });
 * ```
 */
export function openaiChatStream(
  parts: readonly AssistantPart[],
  options: OpenAIChatWireOptions = {},
): string {
  const {
    model = "gpt-test",
    replyId = "chatcmpl-test",
    thinkingField = "reasoning_content",
    deltaSize = 20,
  } = options;
  const { usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } } = options;
  const calls = parts.filter((part) => part.type === "tool-call");
  const head = { id: replyId, object: "chat.completion.chunk", created: 1, model };
  const chunk = (delta: object, reason: string | null = null): unknown => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const deltas = parts.flatMap((part): object[] => {
    switch (part.type) {
      case "text":
        return pieces(part.text, deltaSize).map((content) => ({ content }));
      case "thinking":
        return pieces(part.text, deltaSize).map((text) => ({ [thinkingField]: text }));
      case "tool-call": {
        const index = calls.indexOf(part);
        const raw = isBroken(part) ? part.raw : JSON.stringify(part.input);
        const first = { index, id: part.id, type: "function", function: { name: part.name, arguments: "" } };
        const rest = pieces(raw, deltaSize).map((text) => ({ index, function: { arguments: text } }));
        return [first, ...rest].map((call) => ({ tool_calls: [call] }));
      }
      case "opaque":
        return [];
    }
  });
  const events = [
    chunk({ role: "assistant", content: "" }),
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, options.stop ?? (calls.length > 0 ? "tool_calls" : "stop")),
    ...(usage === null ? [] : [{ ...head, choices: [], usage }]),
  ];
  return [...events.map((event) => JSON.stringify(event)), "[DONE]"]
    .map((data) => `data: ${data}\n\n`)
    .join("");
}
