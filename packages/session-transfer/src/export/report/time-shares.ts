/** Milliseconds by what they were spent on. Where two things went on at once, the later name here counts. */
export interface TimeShares {
  /** Nothing that the journal tells of. */
  readonly other: number;
  readonly model: number;
  readonly tools: number;
  /** Waiting for a person's answer. */
  readonly people: number;
}

export interface Span {
  readonly on: "model" | "tools" | "people";
  readonly from: number;
  readonly to: number;
}

export const noTime: TimeShares = { other: 0, model: 0, tools: 0, people: 0 };

/** Shares out the time between `from` and `to`; what of a span lies outside does not count. */
export function timeShares(from: number, to: number, spans: readonly Span[]): TimeShares {
  const edges = spans
    .map((span) => ({ ...span, from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .filter((span) => span.to > span.from)
    .flatMap((span) => [
      { at: span.from, on: span.on, step: 1 },
      { at: span.to, on: span.on, step: -1 },
    ])
    .toSorted((one, other) => one.at - other.at);
  const shares = { ...noTime };
  const open = { model: 0, tools: 0, people: 0 };
  let last = from;
  for (const { at, on, step } of [...edges, { at: Math.max(from, to), on: "model", step: 0 } as const]) {
    shares[busyWith(open)] += at - last;
    open[on] += step;
    last = at;
  }
  return shares;
}

export function addShares(one: TimeShares, other: TimeShares): TimeShares {
  return {
    other: one.other + other.other,
    model: one.model + other.model,
    tools: one.tools + other.tools,
    people: one.people + other.people,
  };
}

function busyWith(open: Readonly<Record<Span["on"], number>>): keyof TimeShares {
  if (open.people > 0) return "people";
  if (open.tools > 0) return "tools";
  return open.model > 0 ? "model" : "other";
}
