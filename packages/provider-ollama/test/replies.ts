import type { ModelRequest } from "@skein/protocol";
import { never, requestOf, user } from "@skein/test-kit";
import { outcomeOf as read, type Outcome } from "@skein/provider-conformance/cases";
import { createOllama, type OllamaSettings } from "../src/index.ts";

export const hello: ModelRequest = requestOf([user("Hello")]);

export const noRetries = { retry: { retries: 0 }, env: {} };

export function outcomeOf(settings: OllamaSettings, request = hello): Promise<Outcome> {
  return read(
    createOllama({ ...noRetries, ...settings })
      .model("demo:1b")
      .stream(request, never),
  );
}

/** Lines of a reply: pieces of a message, then what the last line holds. */
export function lines(messages: readonly object[], last: object = {}): string {
  const head = { model: "demo:1b", created_at: "2026-11-20T10:00:00Z" };
  const all = [
    ...messages.map((message) => ({
      ...head,
      message: { role: "assistant", content: "", ...message },
      done: false,
    })),
    {
      ...head,
      message: { role: "assistant", content: "" },
      done: true,
      done_reason: "stop",
      total_duration: 5,
      prompt_eval_count: 7,
      eval_count: 3,
      ...last,
    },
  ];
  return all.map((line) => `${JSON.stringify(line)}\n`).join("");
}
