import type { Message, ModelRequest } from "@skein/protocol";

/** For endpoints that refuse thoughts, or read them for nothing. */
export function withoutThoughts(request: ModelRequest): ModelRequest {
  return { ...request, messages: request.messages.map(messageWithout) };
}

function messageWithout(message: Message): Message {
  if (message.role !== "assistant") return message;
  return { ...message, content: message.content.filter(({ type }) => type !== "thinking") };
}
