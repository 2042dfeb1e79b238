/**
 * A number with commas between its thousands, as `toLocaleString("en")` writes it. The first call of that loads data of
 * `Intl`: 15 ms and 7 MB, for a size in the result of a tool.
 */
export function groupedNumber(value: number): string {
  const rounded = Number.isInteger(value) ? value : Math.round(value * 1000) / 1000;
  const [whole = "", ...fraction] = String(rounded).split(".");
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ","), ...fraction].join(".");
}
