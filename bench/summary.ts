import { median, type Row } from "./measure.ts";

export interface SummaryRow extends Row {
  /** Half of what lies between the least and the greatest value, by the median; `undefined` after one round. */
  readonly spread: number | undefined;
}

/** One row for each that the rounds have in common: that of the round with the median value. */
export function summaryOf(rounds: readonly (readonly Row[])[]): readonly SummaryRow[] {
  const all = rounds.flat();
  const names = new Set(all.map(({ what }) => what));
  return [...names].flatMap((what) => {
    const rows = all.filter((row) => row.what === what);
    const values = rows.map(({ value }) => value);
    const middle = median(values);
    const row = rows.find(({ value }) => value === middle) ?? rows[0];
    if (row === undefined) return [];
    const spread = (Math.max(...values) - Math.min(...values)) / 2 / Math.abs(middle);
    return [{ ...row, spread: rows.length > 1 ? spread : undefined }];
  });
}
