import type { Entry, EntryBody, ToolResultEntry } from "@skein/protocol";

/** One turn of a sample session: what the user says before it, and what the model calls. */
export interface SampleTurn {
  readonly user?: string;
  readonly said?: string;
  /** Texts of the results of its tool calls. */
  readonly results?: readonly string[];
  /** The results fail. */
  readonly failed?: boolean;
  /** The last call has no result yet. */
  readonly open?: boolean;
}

/** A journal like those that an agent writes. */
export function sampleSession(turns: readonly SampleTurn[]): Entry[] {
  const entries: Entry[] = [];
  let calls = 0;
  const add = (body: EntryBody): number => {
    const seq = entries.length + 1;
    entries.push({ v: 1, seq, at: 1_700_000_000_000 + seq * 1000, run: "run", ...body });
    return seq;
  };
  add({ kind: "session-start", id: "sample", cwd: "/project", interaction: "chat" });
  for (const { user, said = "", results = [], failed = false, open = false } of turns) {
    if (user !== undefined)
      add({ kind: "user-message", from: "user", content: [{ type: "text", text: user }] });
    if (said === "" && results.length === 0) continue;
    const head = { provider: "sample", model: "sample-1" } as const;
    const request = add({
      kind: "model-request",
      purpose: "turn",
      ...head,
      options: {},
      requestHash: "",
    });
    add({ kind: "model-result", request, attempts: 1, ...head, usage: {} });
    const ids = results.map(() => `call_${++calls}`);
    add({
      kind: "assistant-message",
      request,
      content: [
        ...(said === "" ? [] : [{ type: "text", text: said } as const]),
        ...ids.map(
          (id) => ({ type: "tool-call", id, name: "shell", input: { command: `step ${id}` } }) as const,
        ),
      ],
      stop: ids.length > 0 ? "tool-calls" : "answered",
    });
    for (const [index, text] of results.entries()) {
      if (open && index === results.length - 1) break;
      const callId = ids[index] ?? "";
      const content = [{ type: "text", text }] as const;
      const result: ToolResultEntry = { kind: "tool-result", callId, name: "shell", content, durationMs: 5 };
      add(failed ? { ...result, failure: { kind: "failed", message: text } } : result);
    }
  }
  return entries;
}
