import type { Message, ModelRequest, ToolCallPart, ToolResultPart, UserMessage } from "@skein/protocol";

export const never = new AbortController().signal;

export function user(text: string): UserMessage {
  return { role: "user", from: "user", content: [{ type: "text", text }] };
}

export function call(id: string, input: Record<string, string | number> = {}): ToolCallPart {
  return { type: "tool-call", id, name: "sh", input };
}

export function result(callId: string, text: string): ToolResultPart {
  return { type: "tool-result", callId, name: "sh", content: text === "" ? [] : [{ type: "text", text }] };
}

export function requestOf(messages: readonly Message[], rest: Partial<ModelRequest> = {}): ModelRequest {
  return { system: "", tools: [], turnFacts: "", options: {}, ...rest, messages };
}

export const simple: ModelRequest = requestOf([user("Hello")]);
