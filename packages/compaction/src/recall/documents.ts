import { isBroken, extractText, type Entry, type EntryKind } from "@skein/protocol";

/** Something that can be found: a message, a tool call or a result. */
export interface RecallDocument {
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The id with which `recall` returns the full text. */
  readonly id: string;
  readonly kind: "user" | "assistant" | "call" | "result" | "failure" | "notice";
  /** Of a call or result. */
  readonly tool?: string;
  readonly text: string;
}

export const recalledKinds: readonly EntryKind[] = [
  "user-message",
  "assistant-message",
  "tool-result",
  "notice",
  "compaction",
  "rewind",
];

/** @param own - the tool whose calls and results are left out: they only repeat what was found. */
export function documentsOf(entry: Entry, own: string): readonly RecallDocument[] {
  const { seq, at } = entry;
  const id = String(seq);
  switch (entry.kind) {
    case "user-message":
      return [
        { seq, at, id, kind: entry.from === "agent" ? "notice" : "user", text: extractText(entry.content) },
      ];
    case "assistant-message": {
      if (entry.partial === "restarted") return [];
      const said = entry.content
        .flatMap((part) => (part.type === "text" || part.type === "thinking" ? [part.text] : []))
        .join("\n");
      const calls = entry.content.flatMap((part): readonly RecallDocument[] =>
        part.type === "tool-call" && !isOwn(part.name, own)
          ? [{ seq, at, id: part.id, kind: "call", tool: part.name, text: inputOf(part) }]
          : [],
      );
      return said === "" ? calls : [{ seq, at, id, kind: "assistant", text: said }, ...calls];
    }
    case "tool-result": {
      if (isOwn(entry.name, own)) return [];
      const kind = entry.failure ? "failure" : "result";
      return [{ seq, at, id: entry.callId, kind, tool: entry.name, text: extractText(entry.content) }];
    }
    case "notice":
      return [{ seq, at, id, kind: "notice", text: entry.text }];
    default:
      return [];
  }
}

export function inputOf(call: Parameters<typeof isBroken>[0]): string {
  return `${call.name} ${isBroken(call) ? call.raw : JSON.stringify(call.input)}`;
}

function isOwn(name: string, own: string): boolean {
  return name === own || name.endsWith(`__${own}`);
}
