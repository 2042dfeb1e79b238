/** What happened on a day of this place. */
export interface DayBar {
  /** Milliseconds since the epoch: midnight. */
  readonly day: number;
  /** By kind, from the bottom up. */
  readonly parts: readonly number[];
}

/** Days of a chart, today's the last. */
const mostDays = 30;

/**
 * One bar for each day up to today, from the first that has something on it, and at most 30 of them.
 *
 * @param partsOf - what one thing adds, by kind.
 */
export function byDay<Thing>(
  things: readonly Thing[],
  {
    at,
    partsOf,
    now,
  }: {
    readonly at: (thing: Thing) => number;
    readonly partsOf: (thing: Thing) => readonly number[];
    readonly now: number;
  },
): readonly DayBar[] {
  const sums = new Map<number, readonly number[]>();
  for (const thing of things) {
    const day = midnight(at(thing), 0);
    const before = sums.get(day) ?? [];
    sums.set(
      day,
      partsOf(thing).map((value, kind) => value + (before[kind] ?? 0)),
    );
  }
  const days = Array.from({ length: mostDays }, (_, back) => midnight(now, back)).toReversed();
  const bars = days.map((day) => ({ day, parts: sums.get(day) ?? [] }));
  const first = bars.findIndex(({ parts }) => parts.some((part) => part > 0));
  return first < 0 ? [] : bars.slice(first);
}

/** Days have 23 to 25 hours where clocks are set. */
function midnight(time: number, daysBack: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBack).getTime();
}
