/** From the longest to the shortest, in the order they are written. */
const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
  ["ms", 1],
] as const;

const shape = new RegExp(`^${units.map(([unit]) => `(?:(\\d+(?:\\.\\d+)?)${unit}(?![a-z]))?`).join("")}$`);

/**
 * The moment that an age or a day stands for, in milliseconds since the epoch: `30d`, `12h`, `1h30m` before `now`, or
 * `2026-01-31`, whose midnight is taken, local time. @returns `undefined` for anything else.
 */
export function parseMoment(text: string, now: number): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year !== undefined) {
    const date = new Date(Number(year), Number(month) - 1, Number(day));
    if (date.getMonth() === Number(month) - 1 && date.getDate() === Number(day)) return date.getTime();
  }
  const age = parseDuration(text);
  return age === undefined ? undefined : now - age;
}

/** For JSON Schemas: times above zero. Stricter than `parseDuration`. */
export const durationPattern = `^(?=.*[1-9])${units
  .map(([unit]) => `(?:\\d{1,7}${unit === "ms" ? "" : "(?:\\.\\d)?"}${unit}(?![a-z]))?`)
  .join("")}$`;

/**
 * Parses `90s`, `10m`, `1h30m`, `1.5h`, `250ms`, `2d`: numbers with a unit each (`d`, `h`, `m`, `s`, `ms`), the
 * longer unit first, without spaces.
 *
 * @returns whole milliseconds; `undefined` for anything else, including a number without a unit.
 */
export function parseDuration(text: string): number | undefined {
  const found = shape.exec(text);
  if (!found || text === "") return undefined;
  const milliseconds = units.reduce(
    (sum, [, length], index) => sum + Number(found[index + 1] ?? 0) * length,
    0,
  );
  return Number.isSafeInteger(Math.round(milliseconds)) ? Math.round(milliseconds) : undefined;
}
