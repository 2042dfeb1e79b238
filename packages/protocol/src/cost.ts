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

/** Tokens that a call can take at most, for what its vendor does not say. */
export interface TokenBounds {
  readonly input: number;
  readonly output: number;
}

/** What is charged for a call: never less than it costs. */
export interface Charge {
  /** Input, output and cached tokens together. */
  readonly tokens: number;
  /** US dollars; `undefined` when the price is unknown. */
  readonly costUsd: number | undefined;
  /** Something was not said, and is charged at its upper bound. */
  readonly isEstimate: boolean;
}

export const zeroCharge: Charge = { tokens: 0, costUsd: 0, isEstimate: false };

/** Unknown is never nothing: a counter that is missing is charged at its bound, at the dearest rate it may have. */
export function chargeOf(usage: Usage, atMost: TokenBounds, price: ModelPrice | undefined): Charge {
  const { input, cacheRead, cacheWrite } = usage;
  const known = (input ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0);
  const isSplit = input !== undefined && cacheRead !== undefined && cacheWrite !== undefined;
  const said = usage.prompt ?? (isSplit ? known : undefined);
  // No prompt is empty: a server that says 0 does not count.
  const prompt = Math.max(known, said === undefined || said === 0 ? atMost.input : said);
  const output = usage.output ?? atMost.output;
  const tokens = prompt + output;
  const isCounted = said !== undefined && said > 0 && usage.output !== undefined;
  if (!price) return { tokens, costUsd: tokens === 0 ? 0 : undefined, isEstimate: !isCounted };
  const dearest = highestRates(price, prompt);
  const rates = ratesFor({ input: prompt }, price);
  // Where writing to a cache has a price and was not counted, any new token may have been written.
  const mayBeWritten = cacheWrite === undefined && rates.cacheWrite !== undefined;
  const mayBeRead = cacheRead === undefined && rates.cacheRead !== undefined;
  const fresh = isCounted && !mayBeWritten ? rates.input : dearest.input;
  const dollars =
    (input ?? 0) * (mayBeWritten ? dearest.input : rates.input) +
    (cacheRead ?? 0) * (rates.cacheRead ?? dearest.input) +
    (cacheWrite ?? 0) * (rates.cacheWrite ?? dearest.input) +
    (prompt - known) * fresh +
    output * (isCounted ? rates.output : dearest.output);
  return { tokens, costUsd: dollars / 1_000_000, isEstimate: !isCounted || mayBeRead || mayBeWritten };
}

/** US dollars per million tokens: the highest that a prompt of at most so many tokens can cost, cached or not. */
export function highestRates(
  price: ModelPrice,
  promptTokens: number,
): { readonly input: number; readonly output: number } {
  const tiers = (price.tiers ?? []).filter(({ aboveInputTokens }) => promptTokens > aboveInputTokens);
  const rates = [price, ...tiers];
  return {
    input: Math.max(
      ...rates.flatMap(({ input, cacheRead = 0, cacheWrite = 0 }) => [input, cacheRead, cacheWrite]),
    ),
    output: Math.max(...rates.map(({ output }) => output)),
  };
}

/** US dollars that a call can cost at most. */
export function maxCost({ input, output }: TokenBounds, price: ModelPrice): number {
  const rates = highestRates(price, input);
  return (input * rates.input + output * rates.output) / 1_000_000;
}

export function addCharges(left: Charge, right: Charge): Charge {
  return {
    tokens: left.tokens + right.tokens,
    costUsd:
      left.costUsd === undefined || right.costUsd === undefined ? undefined : left.costUsd + right.costUsd,
    isEstimate: left.isEstimate || right.isEstimate,
  };
}
