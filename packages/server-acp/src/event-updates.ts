import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { AgentEvent, AssistantPart } from "@skein/protocol";
import type { ToolCallUpdates } from "./tool-call-updates.ts";

/**
 * What a client is told of each event. Replies are told as they stream, or whole when nothing of them was; of subagents
 * only their calls are.
 */
export function eventUpdates(
  calls: ToolCallUpdates,
  takesNotices: boolean,
): (event: AgentEvent) => readonly SessionUpdate[] {
  /** Of the reply that is on. */
  let isStreamed = false;

  const streamed = (kind: Said, delta: string): readonly SessionUpdate[] => {
    isStreamed = true;
    return [chunk(kind, delta)];
  };
  return (event) => {
    const isOwn = event.path.length === 0;
    switch (event.type) {
      case "turn-start":
        if (isOwn) isStreamed = false;
        return [];
      case "text-delta":
        return isOwn ? streamed("agent_message_chunk", event.delta) : [];
      case "thinking-delta":
        return isOwn ? streamed("agent_thought_chunk", event.delta) : [];
      case "reply-restarted": {
        if (!isOwn || !isStreamed) return [];
        isStreamed = false;
        // What was told cannot be taken back.
        return [
          chunk("agent_message_chunk", `\n\n*The reply broke off and starts again: ${event.reason}*\n\n`),
        ];
      }
      case "message": {
        const isTold = !isOwn || isStreamed;
        if (isOwn) isStreamed = false;
        return replyUpdates(event.content, calls, { isTold, path: event.path });
      }
      case "tool-start":
        return [calls.started(callId(event.path, event.callId), event)];
      case "tool-progress":
        return [calls.progressed(callId(event.path, event.callId), event.text)];
      case "tool-end":
        return [calls.ended(callId(event.path, event.callId), event)];
      case "notice":
        return takesNotices ? [{ sessionUpdate: "notice", severity: event.level, title: event.text }] : [];
      default:
        return [];
    }
  };
}

/** Calls of subagents are known by their whole way: two agents may give the same id. */
export function callId(path: AgentEvent["path"], id: string): string {
  return [...path, id].join("/");
}

type Said = "agent_message_chunk" | "agent_thought_chunk" | "user_message_chunk";

function chunk(sessionUpdate: Said, text: string): SessionUpdate {
  return { sessionUpdate, content: { type: "text", text } };
}

/** A whole reply, part by part; without its words, where those were told already. */
export function replyUpdates(
  content: readonly AssistantPart[],
  calls: ToolCallUpdates,
  { isTold, path }: { readonly isTold: boolean; readonly path: AgentEvent["path"] },
): readonly SessionUpdate[] {
  return content.flatMap((part) => {
    if (part.type === "tool-call") return [calls.announced(callId(path, part.id), part)];
    if (isTold || part.type === "opaque" || part.text === "") return [];
    return [chunk(part.type === "text" ? "agent_message_chunk" : "agent_thought_chunk", part.text)];
  });
}
