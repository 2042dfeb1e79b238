/** How many colours a terminal shows, in bits: none, 16, 256, all. */
export type ColourDepth = 1 | 4 | 8 | 24;

export type Rgb = readonly [red: number, green: number, blue: number];

/** @param hex - `#7dcfff`. */
export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

const steps = [0, 95, 135, 175, 215, 255];

/** The colours 16 to 255 of a terminal: a cube of 6 × 6 × 6, and 24 greys. */
export const indexedColours: readonly Rgb[] = [
  ...steps.flatMap((red) => steps.flatMap((green) => steps.map((blue): Rgb => [red, green, blue]))),
  ...Array.from({ length: 24 }, (_, at): Rgb => [8 + 10 * at, 8 + 10 * at, 8 + 10 * at]),
];

/** The number of the nearest of them. */
export function nearestIndexed(wanted: Rgb): number {
  const distances = indexedColours.map((one) =>
    one.reduce((sum, value, at) => sum + (value - wanted[at]!) ** 2, 0),
  );
  return 16 + distances.indexOf(Math.min(...distances));
}

/** The parameters of the SGR sequence that comes nearest to a colour. */
export function foregroundParameters([hex, ansi]: readonly [string, number], depth: 4 | 8 | 24): string {
  if (depth === 4) return String(ansi);
  const rgb = rgbOf(hex);
  return depth === 8 ? `38;5;${nearestIndexed(rgb)}` : `38;2;${rgb.join(";")}`;
}
