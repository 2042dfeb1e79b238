/** From the longest to the shortest, in the order they are written. */
const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
  ["ms", 1],
] as const;

const shape = new RegExp(`^${units.map(([unit]) => `(?:(\\d+(?:\\.\\d+)?)${unit}(?![a-z]))?`).join("")}$`);

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
