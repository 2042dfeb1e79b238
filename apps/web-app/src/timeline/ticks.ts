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
  return starts.map((start, index) => {
    const endSeq = (starts[index + 1]?.seq ?? lastSeq + 1) - 1;
    const from = index === 0 ? 0 : start.seq;
    const isInside = ({ seq }: { readonly seq: number }) => seq >= from && seq <= endSeq;
    return {
      seq: start.seq,
      endSeq,
      label: start.label,
      at: start.at,
      calls: calls.filter(isInside).length,
      marks: marks.filter((mark) => mark.kind !== "message" && isInside(mark)),
    };
  });
}
