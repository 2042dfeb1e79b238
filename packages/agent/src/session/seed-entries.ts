import {
  isBlankReply,
  extractText,
  type AssistantMessage,
  type EntryBody,
  type Message,
  type StopReason,
  type ToolResultPart,
} from "@skein/protocol";
import { failureOf } from "./check-part.ts";

/** Journal entries for a given conversation history. Replies have no request, because no model was called. */
export function seedEntries(messages: readonly Message[]): readonly EntryBody[] {
  return messages.flatMap((message): readonly EntryBody[] => {
    switch (message.role) {
      case "user": {
        const { from, content, dynamicContext } = message;
        return [{ kind: "user-message", from, content }, ...contextEntries(dynamicContext)];
      }
      case "assistant": {
        const { content, partial } = message;
        const end = partial ? ({ partial: "cut-off" } as const) : { stop: stopOf(message) };
        return [{ kind: "assistant-message", request: 0, content, ...end }];
      }
      case "tool":
        return [
          ...message.content.map(resultEntry),
          ...contextEntries(message.content.at(-1)?.dynamicContext),
        ];
    }
  });
}

function stopOf({ content }: AssistantMessage): StopReason {
  if (content.some(({ type }) => type === "tool-call")) return "tool-calls";
  // A reply with only thinking is kept only when the conversation continues.
  return isBlankReply(content) ? "paused" : "answered";
}

function resultEntry({ callId, name, content, failure }: ToolResultPart): EntryBody {
  const head = { kind: "tool-result", callId, name, content, durationMs: 0 } as const;
  return failure === undefined ? head : { ...head, failure: failureOf(failure, extractText(content)) };
}

function contextEntries(texts: readonly string[] = []): readonly EntryBody[] {
  return texts.map((text) => ({
    kind: "dynamic-context",
    sections: [{ name: "earlier conversation", text }],
  }));
}
