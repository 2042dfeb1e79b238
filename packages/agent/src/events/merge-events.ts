import type { AgentEvent } from "@skein/protocol";

const progressKept = 65_536;

/** Joins adjacent deltas of one part, and progress of one call, for readers that lag behind. */
export function mergeEvents(left: AgentEvent, right: AgentEvent): AgentEvent | undefined {
  if (left.session !== right.session) return undefined;
  switch (left.type) {
    case "text-delta":
    case "thinking-delta":
    case "input-delta":
      return right.type === left.type && right.part === left.part
        ? { ...left, delta: left.delta + right.delta }
        : undefined;
    case "tool-progress":
      return right.type === "tool-progress" && right.callId === left.callId
        ? { ...left, text: (left.text + right.text).slice(-progressKept) }
        : undefined;
    default:
      return undefined;
  }
}
