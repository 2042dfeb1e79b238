import {
  effectiveEntries,
  extractText,
  type ContextView,
  type Entry,
  type EntryKind,
  type EntryOf,
} from "@skein/protocol";
import type { UserMessageText } from "./user-words.ts";

const kinds: readonly EntryKind[] = [
  "user-message",
  "assistant-message",
  "tool-result",
  "notice",
  "extension-state",
  "rewind",
];

/**
 * All of the session that a summary is made of, including what former summaries hide: repeated summaries lose
 * nothing.
 */
export async function readRecord(view: ContextView): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of view.read(1, kinds)) if (kinds.includes(entry.kind)) entries.push(entry);
  return effectiveEntries(entries);
}

/** What the user, or someone on the user's behalf, has said. */
export function saidByUser(record: readonly Entry[]): readonly UserMessageText[] {
  return record.flatMap((entry) => {
    if (entry.kind !== "user-message" || !isOfUser(entry)) return [];
    const others = entry.content.filter(({ type }) => type !== "text").map(({ type }) => type);
    const text = extractText(entry.content) + (others.length === 0 ? "" : ` (with: ${others.join(", ")})`);
    return text.trim() === "" ? [] : [{ seq: entry.seq, text }];
  });
}

function isOfUser({ from }: EntryOf<"user-message">): boolean {
  return from === "user" || from === "steer" || from === "recipe";
}

/** The last state of each of these extensions, results that are instructions, and notices for the model. */
export function keptParts(
  record: readonly Entry[],
  { states, tools, visible }: KeptOptions,
): readonly string[] {
  const last = new Map<string, string>();
  const results = new Map<string, string>();
  const notes: string[] = [];
  for (const entry of record) {
    if (entry.kind === "extension-state" && states.includes(entry.extension))
      last.set(entry.extension, `${entry.extension}, when this was written: ${stateText(entry.state)}`);
    if (visible.has(entry.seq)) continue;
    if (entry.kind === "tool-result" && !entry.failure && tools.includes(entry.name)) {
      const text = extractText(entry.content);
      results.delete(text);
      results.set(text, `[${entry.seq}] ${entry.name}: ${text}`);
    }
    if (entry.kind === "notice" && entry.audience !== "user") notes.push(`[${entry.seq}] ${entry.text}`);
  }
  return [...last.values(), ...results.values(), ...notes.toReversed()];
}

export interface KeptOptions {
  readonly states: readonly string[];
  readonly tools: readonly string[];
  /** Entries that stay in the conversation anyway. */
  readonly visible: ReadonlySet<number>;
}

function stateText(state: unknown): string {
  return typeof state === "string" ? state : JSON.stringify(state);
}
