import { type Entry, type EntryBody, type Usage, kindVersion } from "@skein/protocol";

/** A journal written by hand: each method is something that happened. */
export interface ToldSession {
  readonly entries: readonly Entry[];
  add(body: EntryBody): number;
  user(text: string): number;
  /** The model is asked, and answers; `usage` is what its vendor counted. */
  asked(usage: Usage, options?: { readonly model?: string; readonly by?: string }): number;
  /** A call of the reply before, with its result. */
  called(id: string, text: string): number;
  pass(ms: number): void;
}

export function toldSession(): ToldSession {
  const entries: Entry[] = [];
  let at = 1_000_000;
  const add = (body: EntryBody): number => {
    const seq = entries.length + 1;
    entries.push({ v: kindVersion(body.kind), seq, at: (at += 1_000), run: "r", ...body });
    return seq;
  };
  add({ kind: "session-start", id: "s", cwd: "/project", interaction: "chat" });
  return {
    entries,
    add,
    user: (text) => add({ kind: "user-message", from: "user", content: [{ type: "text", text }] }),
    asked(usage, { model = "m", by = model } = {}) {
      const request = add({
        kind: "model-request",
        purpose: "turn",
        provider: "p",
        model,
        options: {},
        requestHash: "",
      });
      add({ kind: "model-result", request, attempts: 1, provider: "p", model: by, usage });
      const content = [
        { type: "text", text: "I look." } as const,
        { type: "tool-call", id: `c${request}`, name: "t", input: {} } as const,
      ];
      add({ kind: "assistant-message", request, content, stop: "tool-calls" });
      return request;
    },
    called: (id, text) =>
      add({ kind: "tool-result", callId: id, name: "t", content: [{ type: "text", text }], durationMs: 1 }),
    pass(ms) {
      at += ms;
    },
  };
}
