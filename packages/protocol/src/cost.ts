import { type ModelPrice, type TokenRates, type Usage, usageCounters } from "./models/models.ts";

/**
 * Computes the cost of one model call by its price. What the provider reports
 * to have charged is not looked at: see `chargeOf`.
 *
 * The tier that applies is chosen by the length of the whole prompt, cached
 * tokens included. A missing cache counter matters only if its tokens have a
 * price.
 *
 * @returns US dollars, or undefined if a price or a counter that is needed is
 *   unknown.
 *
 * @example
 * ```ts
 * const price = { input: 3, output: 15 }; // US dollars per million tokens
 * costOf({ input: 1_000_000, output: 0 }, price); // 3
 * costOf({ input: 1_000_000 }, price); // undefined: the output was not counted
 * ```
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

/**
 * Counts all tokens of the prompt, cached or not. An absent cache counter
 * counts as 0.
 *
 * @returns tokens, or undefined if the vendor did not count them.
 */
export function promptTokens({ prompt, input, cacheRead = 0, cacheWrite = 0 }: Usage): number | undefined {
  return prompt ?? (input === undefined ? undefined : input + cacheRead + cacheWrite);
}

/**
 * Finds the rates for the length of a prompt: those of the highest tier that it
 * exceeds, or the base rates.
 */
function ratesFor({ input = 0, cacheRead = 0, cacheWrite = 0 }: Usage, price: ModelPrice): TokenRates {
  const prompt = input + cacheRead + cacheWrite;
  const reached = (price.tiers ?? []).filter(({ aboveInputTokens }) => prompt > aboveInputTokens);
  return reached.toSorted((a, b) => b.aboveInputTokens - a.aboveInputTokens)[0] ?? price;
}

/**
 * Multiplies a counter with its rate. Tokens without a rate cost nothing only
 * if there are none of them.
 */
function partOf(tokens: number | undefined, rate: number | undefined): number | undefined {
  if (rate === undefined) return (tokens ?? 0) === 0 ? 0 : undefined;
  return tokens === undefined ? undefined : tokens * rate;
}

/**
 * Adds counters. A counter that is unknown on either side is unknown in the
 * sum: the field is left out.
 *
 * `prompt` is set if a side has it: without it, a sum of vendors that report the
 * whole prompt as one number would have lost that number.
 */
export function addUsage(left: Usage, right: Usage): Usage {
  const sum: { -readonly [Name in keyof Usage]: Usage[Name] } = {};
  for (const name of usageCounters) {
    const [a, b] = [left[name], right[name]];
    if (a !== undefined && b !== undefined) sum[name] = a + b;
  }
  const prompts = [promptTokens(left), promptTokens(right)] as const;
  const hasPrompt = left.prompt !== undefined || right.prompt !== undefined;
  if (hasPrompt && prompts[0] !== undefined && prompts[1] !== undefined) sum.prompt = prompts[0] + prompts[1];
  return sum;
}

/** Upper bounds for tokens that a vendor does not report. */
export interface TokenBounds {
  /** Most tokens that the prompt can have, cached or not. */
  readonly input: number;
  /** Most tokens that the reply can have, thinking included. */
  readonly output: number;
}

/** Amount that a budget records for a call: never less than its cost. */
export interface Charge {
  /** Input, output and cached tokens together. */
  readonly tokens: number;
  /** US dollars. `undefined` if the price is unknown. */
  readonly costUsd: number | undefined;
  /** Set if the cost is an upper bound, because a counter was missing. */
  readonly isEstimate: boolean;
}

/**
 * Charge of an attempt that the vendor does not bill, and start value for sums
 * with `addCharges`.
 */
export const zeroCharge: Charge = { tokens: 0, costUsd: 0, isEstimate: false };

/**
 * Charges every missing counter at its upper bound and at the highest rate that
 * can apply, so that unknown never counts as zero.
 *
 * A prompt counter of 0 counts as missing: no prompt is empty, so a server that
 * reports 0 did not count.
 *
 * What the provider says it charges counts instead of the price, unless it says
 * 0 where the price says more: gateways report 0 for a price that they do not
 * know.
 *
 * @param atMost - upper bounds for counters that `usage` lacks.
 * @param price - undefined: the cost is unknown unless no tokens were used.
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
  const { reportedUsd } = usage;
  if (reportedUsd !== undefined && (reportedUsd > 0 || !price))
    return { tokens, costUsd: reportedUsd, isEstimate: false };
  if (!price) return { tokens, costUsd: tokens === 0 ? 0 : undefined, isEstimate: !isCounted };
  const dearest = highestRates(price, prompt);
  const rates = ratesFor({ input: prompt }, price);
  // If cache writes have a price but were not counted, every new token can have
  // been one.
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

/**
 * Finds the highest rates that can apply to a prompt of at most `tokens`
 * tokens, cached or not.
 *
 * @returns US dollars per million tokens. `input` includes the rates of cache
 *   reads and writes.
 */
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

/** Computes the most that a call can cost, in US dollars. */
export function maxCost({ input, output }: TokenBounds, price: ModelPrice): number {
  const rates = highestRates(price, input);
  return (input * rates.input + output * rates.output) / 1_000_000;
}

/**
 * Adds two charges. The cost is unknown if one of the two is unknown, and an
 * estimate if one of them is.
 */
export function addCharges(left: Charge, right: Charge): Charge {
  return {
    tokens: left.tokens + right.tokens,
    costUsd:
      left.costUsd === undefined || right.costUsd === undefined ? undefined : left.costUsd + right.costUsd,
    isEstimate: left.isEstimate || right.isEstimate,
  };
}
