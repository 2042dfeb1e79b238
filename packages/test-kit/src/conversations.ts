import type {
  AssistantMessage,
  AssistantPart,
  Message,
  ModelRequest,
  ToolCallPart,
  ToolMessage,
  ToolResultPart,
  UserMessage,
} from "@skein/protocol";

/** A signal that is never aborted. */
export const never: AbortSignal = new AbortController().signal;

export function user(text: string): UserMessage {
  return { role: "user", from: "user", content: [{ type: "text", text }] };
}

export function assistant(...content: readonly AssistantPart[]): AssistantMessage {
  return { role: "assistant", content };
}

export function results(...content: readonly ToolResultPart[]): ToolMessage {
  return { role: "tool", content };
}

/** A call of the tool `sh`. */
export function call(id: string, input: Readonly<Record<string, string | number>> = {}): ToolCallPart {
  return { type: "tool-call", id, name: "sh", input };
}

/** @param text - nothing is no content at all. */
export function result(callId: string, text: string, name = "sh"): ToolResultPart {
  return { type: "tool-result", callId, name, content: text === "" ? [] : [{ type: "text", text }] };
}

export function requestOf(messages: readonly Message[], rest: Partial<ModelRequest> = {}): ModelRequest {
  return { system: "", tools: [], options: {}, ...rest, messages };
}
