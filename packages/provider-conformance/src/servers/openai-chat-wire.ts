import { isBroken } from "@skein/protocol";
import type { AssistantPart, JsonValue } from "@skein/protocol";
import { pieces } from "./pieces.ts";

export interface OpenAIChatWireOptions {
  readonly model?: string;
  readonly replyId?: string;
  /** The wire's reason to finish. Default: `tool_calls` when there is a call, else `stop`. */
  readonly stop?: string;
  /** Counters of the last chunk; `null` leaves the chunk out. */
  readonly usage?: Readonly<Record<string, JsonValue>> | null;
  /** The field of thoughts. Default `reasoning_content`. */
  readonly thinkingField?: string;
  /** Characters a delta. Default 20. */
  readonly deltaSize?: number;
}

/** A reply as Chat Completions streams it. Opaque parts have no place in it. */
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
