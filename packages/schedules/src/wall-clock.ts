/** Converts a local time, written as if it were UTC, to milliseconds since the epoch. */
export interface WallClock {
  /** A time that a clock change skips is the end of the gap; one that occurs twice is the first of the two. */
  instantOf(wall: number): number;
  wallAt(instant: number): number;
}

/** Longer than any clock change, and shorter than the time between two of them. */
const dayMs = 86_400_000;

/** @param tz - a valid IANA time zone. */
export function wallClock(tz: string): WallClock {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: tz,
    hourCycle: "h23",
    ...({ year: "numeric", month: "numeric", day: "numeric" } as const),
    ...({ hour: "numeric", minute: "numeric", second: "numeric" } as const),
  });

  function wallAt(instant: number): number {
    const parts = Object.fromEntries(
      format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    const whole = Date.UTC(year, month - 1, day, hour, minute, second);
    return whole + (((instant % 1000) + 1000) % 1000);
  }

  const offsetAt = (instant: number) => wallAt(instant) - instant;

  /** The first moment, to the millisecond, of the offset in force at the end. */
  function changeBetween(start: number, end: number): number {
    const after = offsetAt(end);
    let [low, high] = [start, end];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(middle) === after) high = middle;
      else low = middle;
    }
    return high;
  }

  return {
    wallAt,
    instantOf(wall) {
      const [before, after] = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)];
      const fitting = [wall - before, wall - after].filter((instant) => wallAt(instant) === wall);
      return fitting.length > 0 ? Math.min(...fitting) : changeBetween(wall - dayMs, wall + dayMs);
    },
  };
}
