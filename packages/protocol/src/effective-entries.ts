import type { Entry, EntryOf } from "./entries.ts";

/**
 * The effective entries: those that no rewind has undone, without the rewinds themselves. Works on any part of a
 * journal that is in order and contains all rewinds after its first entry.
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
 * Whether the entry with a given `seq` is effective: `effectiveEntries` for callers that cannot hold the whole
 * journal.
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
