import type { Message } from "@skein/protocol";

/** For endpoints that refuse thoughts, or read them for nothing. */
export function withoutThoughts(messages: readonly Message[]): readonly Message[] {
  return messages.map(messageWithout);
}

function messageWithout(message: Message): Message {
  if (message.role !== "assistant") return message;
  return { ...message, content: message.content.filter(({ type }) => type !== "thinking") };
}
