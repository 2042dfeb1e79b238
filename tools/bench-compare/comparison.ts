import { tableOf } from "../campaigns/runner/table-of.ts";
import type { Measured } from "./measured.ts";

interface Figure {
  readonly median: number;
  /** Half of what lies between the least and the greatest, by the median. */
  readonly spread: number;
}

/** A row for each figure that either revision has: medians with their spread, and this checkout by the base. */
export function comparisonTable(
  { base, here }: { readonly base: readonly Measured[]; readonly here: readonly Measured[] },
  revision: string,
): string {
  const names = new Set([...base, ...here].flatMap((one) => [...one.keys()]));
  const rows = [...names].map((what) => {
    const [before, now] = [figureOf(base, what), figureOf(here, what)];
    const ratio = before && now ? (now.median / before.median).toFixed(2) : "";
    return [what, shown(before), shown(now), ratio];
  });
  return tableOf([["what", revision, "here", "here / base"], ...rows]);
}

function figureOf(runs: readonly Measured[], what: string): Figure | undefined {
  const values = runs.flatMap((one) => one.get(what) ?? []).toSorted((a, b) => a - b);
  const [least, greatest] = [values[0], values.at(-1)];
  const median = values[Math.floor((values.length - 1) / 2)];
  if (least === undefined || greatest === undefined || median === undefined) return undefined;
  return { median, spread: (greatest - least) / 2 / Math.abs(median) };
}

function shown(figure: Figure | undefined): string {
  if (figure === undefined) return "";
  return `${Number(figure.median.toFixed(2))} ± ${Math.round(figure.spread * 100)} %`;
}
