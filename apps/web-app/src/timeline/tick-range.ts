import type { Tick } from "./ticks.ts";

/** Ticks that are chosen, by their entries: one, or from one to another, in either direction. */
export interface TickRange {
  readonly anchor: number;
  readonly end: number;
}

/** The first and the last tick of a range; `undefined` when one of them is not there any more. */
export function endsOf(
  ticks: readonly Tick[],
  { anchor, end }: TickRange,
): { readonly first: Tick; readonly last: Tick } | undefined {
  const [first, last] = [Math.min(anchor, end), Math.max(anchor, end)].map((seq) =>
    ticks.find((tick) => tick.seq === seq),
  );
  return first && last && { first, last };
}

export function isInRange(seq: number, range: TickRange | undefined): boolean {
  if (!range) return false;
  return seq >= Math.min(range.anchor, range.end) && seq <= Math.max(range.anchor, range.end);
}
