import type { ModelRequest } from "@skein/protocol";

export const never = new AbortController().signal;

export function requestOf(text: string): ModelRequest {
  return {
    system: "Be brief.",
    tools: [],
    messages: [{ role: "user", from: "user", content: [{ type: "text", text }] }],

    options: {},
  };
}
