export interface Rewind {
  readonly seq: number;
  readonly to: number;
}

/** Sequence numbers of undone entries, both ends included. */
export interface SeqRange {
  readonly from: number;
  readonly to: number;
}

/** The entries that rewinds of a session undo: those that `effectiveEntries` leaves out. */
export function rewoundRanges(rewinds: readonly Rewind[]): readonly SeqRange[] {
  const ranges: SeqRange[] = [];
  let last = Infinity;
  for (const { seq, to } of rewinds.toSorted((one, other) => other.seq - one.seq)) {
    if (seq > last || to >= seq) continue;
    ranges.push({ from: to + 1, to: seq });
    last = to;
  }
  return ranges;
}
