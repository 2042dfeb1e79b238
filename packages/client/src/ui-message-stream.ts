import type { AgentEvent } from "./operations.ts";
import type { ReceivedEvent } from "./read-events.ts";

/** The chunks of the AI SDK's UI message stream that a run leads to. */
export type UiMessageChunk =
  | { type: "start"; messageId: string }
  | { type: "start-step" }
  | { type: "finish-step" }
  | { type: "finish" }
  | { type: "error"; errorText: string }
  | { type: "text-start" | "text-end" | "reasoning-start" | "reasoning-end"; id: string }
  | { type: "text-delta" | "reasoning-delta"; id: string; delta: string }
  | { type: "tool-input-available"; toolCallId: string; toolName: string; input: unknown; dynamic: true }
  | { type: "tool-output-available"; toolCallId: string; output: unknown; dynamic: true }
  | { type: "tool-output-error"; toolCallId: string; errorText: string; dynamic: true };

/** One run as chunks of the AI SDK's UI message stream, from its start to its outcome. Subagents are left out. */
export async function* uiMessageChunks(
  events: AsyncIterable<ReceivedEvent>,
): AsyncGenerator<UiMessageChunk, void> {
  let isInStep = false;
  /** What streams in, by its part of the reply. */
  const open = new Map<number, { readonly kind: "text" | "reasoning"; readonly id: string }>();
  let replies = 0;

  function* closed(): Generator<UiMessageChunk, void> {
    for (const { kind, id } of open.values()) yield { type: `${kind}-end`, id };
    open.clear();
    replies++;
  }

  function* delta(kind: "text" | "reasoning", part: number, text: string): Generator<UiMessageChunk, void> {
    const id = open.get(part)?.id ?? `${replies}-${part}`;
    if (!open.has(part)) yield { type: `${kind}-start`, id };
    open.set(part, { kind, id });
    yield { type: `${kind}-delta`, id, delta: text };
  }

  for await (const event of rootEvents(events)) {
    switch (event.type) {
      case "run-start":
        yield { type: "start", messageId: event.run };
        break;
      case "turn-start":
        isInStep = true;
        yield { type: "start-step" };
        break;
      case "text-delta":
        yield* delta("text", event.part, event.delta);
        break;
      case "thinking-delta":
        yield* delta("reasoning", event.part, event.delta);
        break;
      case "message":
      case "reply-cut-off":
      case "reply-restarted":
        yield* closed();
        break;
      case "tool-start":
        yield {
          type: "tool-input-available",
          toolCallId: event.callId,
          toolName: event.tool,
          input: event.input,
          dynamic: true,
        };
        break;
      case "tool-end": {
        const { callId: toolCallId, failure } = event;
        const text = event.content.map((part) => (part.type === "text" ? part.text : "")).join("");
        yield failure === undefined
          ? { type: "tool-output-available", toolCallId, output: event.structured ?? text, dynamic: true }
          : { type: "tool-output-error", toolCallId, errorText: text, dynamic: true };
        break;
      }
      case "turn-end":
        isInStep = false;
        yield { type: "finish-step" };
        break;
      case "outcome":
        yield* closed();
        if (isInStep) yield { type: "finish-step" };
        if (event.outcome !== "done")
          yield { type: "error", errorText: event.error?.message ?? event.outcome };
        yield { type: "finish" };
        return;
      default:
    }
  }
}

/** Without journal entries and what subagents do. */
export async function* rootEvents(events: AsyncIterable<ReceivedEvent>): AsyncGenerator<AgentEvent, void> {
  for await (const received of events) {
    if (received.type !== "news" || received.news.type === "entry") continue;
    if (received.news.path.length === 0) yield received.news;
  }
}
