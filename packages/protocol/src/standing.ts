import type { Entry } from "./entries.ts";

/**
 * The entries that stand: those that no rewind has taken back, without the rewinds. Works on any part of a journal, as
 * long as it is in order and holds all rewinds after its first entry.
 */
export function standing(entries: readonly Entry[]): readonly Entry[] {
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
