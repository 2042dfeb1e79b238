export interface Rewind {
  readonly seq: number;
  readonly to: number;
}

/** Sequence numbers that are taken back, both ends included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** What the rewinds of a session take back: the same that `standing` leaves out. */
export function rewoundRanges(rewinds: readonly Rewind[]): readonly Range[] {
  const ranges: Range[] = [];
  let last = Infinity;
  for (const { seq, to } of rewinds.toSorted((one, other) => other.seq - one.seq)) {
    if (seq > last || to >= seq) continue;
    ranges.push({ from: to + 1, to: seq });
    last = to;
  }
  return ranges;
}
