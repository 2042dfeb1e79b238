import type { AssistantPart } from "@skein/protocol";

export function say(text: string): { readonly parts: readonly AssistantPart[] } {
  return { parts: [{ type: "text", text }] };
}

/** A call of the shell. */
export function shell(id: string, command: string): AssistantPart {
  return { type: "tool-call", id, name: "shell", input: { command } };
}
