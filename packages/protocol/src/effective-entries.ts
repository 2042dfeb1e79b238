import type { Entry, EntryOf } from "./entries.ts";

/**
 * Filters out the entries that a rewind has undone, and the rewinds themselves.
 *
 * Works on any part of a journal that is in order and contains all rewinds
 * after its first entry. Reads from the end: the last rewind decides which
 * earlier rewinds still count.
 */
export function effectiveEntries(entries: readonly Entry[]): readonly Entry[] {
  const kept: Entry[] = [];
  let last = Infinity;
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at]!;
    if (entry.seq > last) continue;
    if (entry.kind !== "rewind") kept.push(entry);
    else if (entry.to < entry.seq) last = entry.to;
  }
  return kept.toReversed();
}

/**
 * Builds a predicate that returns true if the entry with a given `seq` is
 * effective. For callers that cannot hold the whole journal; gives the same
 * answers as `effectiveEntries`.
 *
 * @param rewinds - all rewinds of the journal, in order.
 */
export function isEffectiveAfter(rewinds: readonly EntryOf<"rewind">[]): (seq: number) => boolean {
  const gaps: { readonly after: number; readonly to: number }[] = [];
  for (const { seq, to } of rewinds.toReversed()) {
    if (seq <= (gaps.at(-1)?.after ?? Infinity) && to < seq) gaps.push({ after: to, to: seq });
  }
  return (seq) => !gaps.some((gap) => seq > gap.after && seq <= gap.to);
}
