import type { ContextView, Entry, EntryOf, ToolContentPart } from "@skein/protocol";
import { partsTokens } from "./tokens/estimate.ts";
import { entryTokens } from "./tokens/used.ts";

/** A message group, kept or hidden as a whole: a message, or a reply with its tool results. */
export interface MessageGroup {
  readonly kind: "summary" | "user" | "note" | "reply";
  /** `seq` of its first entry. */
  readonly seq: number;
  readonly entry: Entry;
  /** Of a reply: its tool calls' results. */
  readonly results: readonly ShownResult[];
  /** Estimated, as the model sees it now. */
  readonly tokens: number;
}

export interface ShownResult {
  readonly entry: EntryOf<"tool-result">;
  /** What the model reads now: the original result, or a short form. */
  readonly content: readonly ToolContentPart[];
  readonly tokens: number;
}

export function messageGroups({ entries, request }: ContextView): readonly MessageGroup[] {
  const shown = new Map<string, readonly ToolContentPart[]>();
  for (const message of request.messages) {
    if (message.role !== "tool") continue;
    for (const { callId, content } of message.content) shown.set(callId, content);
  }
  const groups: (MessageGroup & { results: ShownResult[]; tokens: number })[] = [];
  const owners = new Map<string, (typeof groups)[number]>();
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
    const before = groups.at(-1);
    if (entry.kind === "dynamic-context" && before) before.tokens += entryTokens(entry);
    const kind = kindOf(entry);
    if (kind === undefined) continue;
    const piece = { kind, seq: entry.seq, entry, results: [], tokens: entryTokens(entry) };
    groups.push(piece);
    if (entry.kind !== "assistant-message" || entry.partial) continue;
    for (const part of entry.content) if (part.type === "tool-call") owners.set(part.id, piece);
  }
  return groups;
}

function kindOf(entry: Entry): MessageGroup["kind"] | undefined {
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
