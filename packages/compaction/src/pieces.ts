import type { ContextView, Entry, EntryOf, ToolContentPart } from "@skein/protocol";
import { partsTokens } from "./tokens/estimate.ts";
import { entryTokens } from "./tokens/used.ts";

/** What stays or goes as one: a message, or a reply with its results. */
export interface Piece {
  readonly kind: "summary" | "user" | "note" | "reply";
  /** Of the entry that stands for it. */
  readonly seq: number;
  readonly entry: Entry;
  /** Of a reply. */
  readonly results: readonly ShownResult[];
  /** Estimated, as the model sees it now. */
  readonly tokens: number;
}

export interface ShownResult {
  readonly entry: EntryOf<"tool-result">;
  /** What the model reads now: the entry's own, or a short form. */
  readonly content: readonly ToolContentPart[];
  readonly tokens: number;
}

export function piecesOf({ entries, request }: ContextView): readonly Piece[] {
  const shown = new Map<string, readonly ToolContentPart[]>();
  for (const message of request.messages) {
    if (message.role !== "tool") continue;
    for (const { callId, content } of message.content) shown.set(callId, content);
  }
  const pieces: (Piece & { results: ShownResult[]; tokens: number })[] = [];
  const owners = new Map<string, (typeof pieces)[number]>();
  for (const entry of entries) {
    if (entry.kind === "tool-result") {
      const owner = owners.get(entry.callId);
      if (!owner) continue;
      const content = shown.get(entry.callId) ?? entry.content;
      const tokens = 4 + partsTokens(content);
      owner.results.push({ entry, content, tokens });
      owner.tokens += tokens;
      continue;
    }
    const before = pieces.at(-1);
    if (entry.kind === "dynamic-context" && before) before.tokens += entryTokens(entry);
    const kind = kindOf(entry);
    if (kind === undefined) continue;
    const piece = { kind, seq: entry.seq, entry, results: [], tokens: entryTokens(entry) };
    pieces.push(piece);
    if (entry.kind !== "assistant-message" || entry.partial) continue;
    for (const part of entry.content) if (part.type === "tool-call") owners.set(part.id, piece);
  }
  return pieces;
}

function kindOf(entry: Entry): Piece["kind"] | undefined {
  switch (entry.kind) {
    case "compaction":
      return "summary";
    case "user-message":
      return "user";
    case "assistant-message":
      return "reply";
    case "notice":
      return "note";
    default:
      return undefined;
  }
}
