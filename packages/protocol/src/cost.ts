import type { ModelPrice, Usage } from "./models.ts";

/**
 * @returns US dollars; `undefined` when a price or a counter that is needed is unknown. A cache counter that is absent
 *   is needed where its tokens have a price.
 */
export function costOf(usage: Usage, price: ModelPrice | undefined): number | undefined {
  if (!price) return undefined;
  const parts = [
    partOf(usage.input, price.input),
    partOf(usage.output, price.output),
    partOf(usage.cacheRead, price.cacheRead),
    partOf(usage.cacheWrite, price.cacheWrite),
  ];
  const dollars = parts.reduce(
    (sum, part) => (sum === undefined || part === undefined ? undefined : sum + part),
    0,
  );
  return dollars === undefined ? undefined : dollars / 1_000_000;
}

function partOf(tokens: number | undefined, rate: number | undefined): number | undefined {
  if (rate === undefined) return (tokens ?? 0) === 0 ? 0 : undefined;
  return tokens === undefined ? undefined : tokens * rate;
}

/** Sums counters. A counter that either side does not know is unknown in the sum. */
export function addUsage(left: Usage, right: Usage): Usage {
  const counters = ["input", "output", "cacheRead", "cacheWrite", "reasoning"] as const;
  const sum: { -readonly [Name in keyof Usage]: Usage[Name] } = {};
  for (const name of counters) {
    const [a, b] = [left[name], right[name]];
    if (a !== undefined && b !== undefined) sum[name] = a + b;
  }
  return sum;
}
