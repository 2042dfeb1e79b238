import { type ModelPrice, type TokenRates, type Usage, usageCounters } from "./models/models.ts";

/**
 * @returns US dollars; `undefined` when a price or counter that is needed is unknown. A missing cache counter
 *   matters only when its tokens have a price.
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

/** All tokens of the prompt, cached or not; `undefined` where the vendor did not count them. An absent cache counter is 0. */
export function promptTokens({ prompt, input, cacheRead = 0, cacheWrite = 0 }: Usage): number | undefined {
  return prompt ?? (input === undefined ? undefined : input + cacheRead + cacheWrite);
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

/** Adds counters. A counter that is unknown on either side is unknown in the sum. */
export function addUsage(left: Usage, right: Usage): Usage {
  const sum: { -readonly [Name in keyof Usage]: Usage[Name] } = {};
  for (const name of usageCounters) {
    const [a, b] = [left[name], right[name]];
    if (a !== undefined && b !== undefined) sum[name] = a + b;
  }
  return sum;
}

/** Upper bounds for tokens that the vendor does not report. */
export interface TokenBounds {
  readonly input: number;
  readonly output: number;
}

/** What a call is charged: never less than its cost. */
export interface Charge {
  /** Input, output and cached tokens together. */
  readonly tokens: number;
  /** US dollars; `undefined` when the price is unknown. */
  readonly costUsd: number | undefined;
  /** A counter was missing and is charged at its upper bound. */
  readonly isEstimate: boolean;
}

export const zeroCharge: Charge = { tokens: 0, costUsd: 0, isEstimate: false };

/**
 * Charges every missing counter at its upper bound and at the highest rate that can apply, so that unknown never
 * counts as zero.
 */
export function chargeOf(usage: Usage, atMost: TokenBounds, price: ModelPrice | undefined): Charge {
  const { input, cacheRead, cacheWrite } = usage;
  const known = (input ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0);
  const isSplit = input !== undefined && cacheRead !== undefined && cacheWrite !== undefined;
  const said = usage.prompt ?? (isSplit ? known : undefined);
  // No prompt is empty, so a server that reports 0 did not count.
  const prompt = Math.max(known, said === undefined || said === 0 ? atMost.input : said);
  const output = usage.output ?? atMost.output;
  const tokens = prompt + output;
  const isCounted = said !== undefined && said > 0 && usage.output !== undefined;
  if (!price) return { tokens, costUsd: tokens === 0 ? 0 : undefined, isEstimate: !isCounted };
  const dearest = highestRates(price, prompt);
  const rates = ratesFor({ input: prompt }, price);
  // Where cache writes have a price but were not counted, any new token may have been written.
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

/** US dollars per million tokens: the highest rates for a prompt of at most this many tokens, cached or not. */
export function highestRates(
  price: ModelPrice,
  tokens: number,
): { readonly input: number; readonly output: number } {
  const tiers = (price.tiers ?? []).filter(({ aboveInputTokens }) => tokens > aboveInputTokens);
  const rates = [price, ...tiers];
  return {
    input: Math.max(
      ...rates.flatMap(({ input, cacheRead = 0, cacheWrite = 0 }) => [input, cacheRead, cacheWrite]),
    ),
    output: Math.max(...rates.map(({ output }) => output)),
  };
}

/** The most that a call can cost, in US dollars. */
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
