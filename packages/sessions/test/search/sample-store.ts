import type { Entry, EntryBody } from "@skein/protocol";
import type { SearchSource } from "../../src/search/index.ts";

/** Sessions in memory that can be changed at will, as a store's would be by its other methods. */
export interface SampleStore extends SearchSource {
  readonly journals: Map<string, Entry[]>;
  /** How many entries were handed out. */
  reads: number;
  sessions(): readonly string[];
  add(session: string, ...bodies: readonly EntryBody[]): void;
}

export function sampleStore(): SampleStore {
  const journals = new Map<string, Entry[]>();
  const store: SampleStore = {
    journals,
    reads: 0,
    sessions: () => [...journals.keys()],
    add(session, ...bodies) {
      const entries = journals.get(session) ?? [];
      journals.set(session, entries);
      for (const body of bodies) {
        const seq = entries.length + 1;
        entries.push({ v: 1, seq, at: 1000 * seq, run: "r", ...body });
      }
    },
    lastSeq: (session) => Promise.resolve(journals.get(session)?.length ?? 0),
    async *read(session, from = 1, kinds) {
      for (const entry of journals.get(session)?.slice() ?? []) {
        if (entry.seq < from || (kinds && !kinds.includes(entry.kind))) continue;
        store.reads++;
        yield await Promise.resolve(entry);
      }
    },
  };
  return store;
}

export function start(id: string, more: { readonly name?: string; readonly cwd?: string } = {}): EntryBody {
  return { kind: "session-start", id, cwd: "/project", interaction: "chat", ...more };
}

export function user(text: string): EntryBody {
  return { kind: "user-message", from: "user", content: [{ type: "text", text }] };
}

export function assistant(text: string): EntryBody {
  return { kind: "assistant-message", request: 1, content: [{ type: "text", text }] };
}

export function result(text: string): EntryBody {
  return {
    kind: "tool-result",
    callId: "c",
    name: "shell",
    content: [{ type: "text", text }],
    durationMs: 1,
  };
}
