import type { ModelPrice, TokenRates, Usage } from "./models.ts";

/**
 * @returns US dollars; `undefined` when a price or a counter that is needed is unknown. A cache counter that is absent
 *   is needed where its tokens have a price.
 */
export function costOf(usage: Usage, price: ModelPrice | undefined): number | undefined {
  if (!price) return undefined;
  const rates = ratesFor(usage, price);
  const parts = [
    partOf(usage.input, rates.input),
    partOf(usage.output, rates.output),
    partOf(usage.cacheRead, rates.cacheRead),
    partOf(usage.cacheWrite, rates.cacheWrite),
  ];
  const dollars = parts.reduce(
    (sum, part) => (sum === undefined || part === undefined ? undefined : sum + part),
    0,
  );
  return dollars === undefined ? undefined : dollars / 1_000_000;
}

function ratesFor({ input = 0, cacheRead = 0, cacheWrite = 0 }: Usage, price: ModelPrice): TokenRates {
  const prompt = input + cacheRead + cacheWrite;
  const reached = (price.tiers ?? []).filter(({ aboveInputTokens }) => prompt > aboveInputTokens);
  return reached.toSorted((a, b) => b.aboveInputTokens - a.aboveInputTokens)[0] ?? price;
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
