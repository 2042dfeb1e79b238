import type { AgentEvent, AgentEventBody, Entry, EntryBody } from "@skein/protocol";

type Bodies<Body> = Body extends unknown ? Omit<Body, "seq"> & { readonly seq?: number } : never;

/** An event of the session `s`. */
export function event(body: Bodies<AgentEventBody>, more: Partial<AgentEvent> = {}): AgentEvent {
  return { session: "s", path: [], ...body, ...more } as AgentEvent;
}

/** A journal of these entries. */
export function journal(...bodies: readonly EntryBody[]): readonly Entry[] {
  return bodies.map((body, at) => entry(at + 1, body));
}

export function entry(seq: number, body: EntryBody): Entry {
  return { v: 1, seq, at: 0, run: "r", ...body };
}

export const start = { kind: "session-start", id: "s", cwd: "/", interaction: "chat" } as const;

export function said(text: string): EntryBody {
  return { kind: "user-message", from: "user", content: [{ type: "text", text }] };
}

export function reply(text: string, ...calls: readonly string[]): EntryBody {
  const parts = calls.map((id) => ({ type: "tool-call", id, name: "act", input: { n: 1 } }) as const);
  return {
    kind: "assistant-message",
    request: 0,
    content: [{ type: "text", text }, ...parts],
    stop: "answered",
  };
}

export function result(callId: string, text: string): EntryBody {
  return { kind: "tool-result", callId, name: "act", content: [{ type: "text", text }], durationMs: 5 };
}
