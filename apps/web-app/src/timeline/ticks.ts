import type { Ledger, Mark } from "../state/ledger.ts";

/** A tick of the timeline: a message of the user, with what happened until the next one. */
export interface Tick {
  /** Its entry. */
  readonly seq: number;
  /** The entry before the next tick, or the last one: the session as it was when this part was over. */
  readonly endSeq: number;
  readonly label: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Model calls in it. */
  readonly calls: number;
  readonly marks: readonly Mark[];
}

/** The ticks of a session, in order. What was before the first message belongs to the first tick. */
export function ticksOf({ marks, calls, seq: lastSeq }: Ledger): readonly Tick[] {
  const starts = marks.filter(({ kind }) => kind === "message");
  const inside = Map.groupBy(
    marks.filter(({ kind }) => kind !== "message"),
    tickFinder(starts),
  );
  const called = Map.groupBy(calls, tickFinder(starts));
  return starts.map(({ seq, label, at }, index) => ({
    seq,
    endSeq: (starts[index + 1]?.seq ?? lastSeq + 1) - 1,
    label,
    at,
    calls: called.get(index)?.length ?? 0,
    marks: inside.get(index) ?? [],
  }));
}

interface Placed {
  readonly seq: number;
}

/** Finds the ticks of things that come in the order of their entries, in one pass. */
function tickFinder(starts: readonly Placed[]): (one: Placed) => number {
  let index = 0;
  return ({ seq }) => {
    while ((starts[index + 1]?.seq ?? Infinity) <= seq) index++;
    return index;
  };
}
