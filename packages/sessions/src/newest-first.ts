import type { ListedSession } from "./session-store.ts";

/** Clocks of machines that share a store may differ by this much, in milliseconds. */
const toleranceMs = 5 * 60_000;

/**
 * Sorts sessions by the time of their last entry, the newest first. Times in the future come last: the clock was ahead when
 * they were written, and would otherwise decide for as long which session is the last one.
 *
 * @param now - milliseconds since the epoch.
 */
export function newestFirst(
  listed: readonly ListedSession[],
  now: number = Date.now(),
): readonly ListedSession[] {
  const isAhead = (line: ListedSession): boolean => lastAt(line) > now + toleranceMs;
  return listed.toSorted(
    (one, other) => Number(isAhead(one)) - Number(isAhead(other)) || lastAt(other) - lastAt(one),
  );
}

function lastAt(line: ListedSession): number {
  return ("summary" in line ? line.summary.lastAt : line.lastAt) ?? 0;
}
