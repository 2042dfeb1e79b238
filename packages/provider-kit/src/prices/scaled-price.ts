import type { ModelPrice } from "@skein/protocol";

type Rates = Omit<ModelPrice, "tiers">;

/**
 * Multiplies a price, tiers included, for places that cost more, such as a
 * region. Rates are rounded to six decimals.
 *
 * @example
 * ```ts
 * scaledPrice({ input: 3, output: 15 }, 1.1); // { input: 3.3, output: 16.5 }
 * ```
 */
export function scaledPrice({ tiers, ...rates }: ModelPrice, factor: number): ModelPrice {
  return {
    ...scaledRates(rates, factor),
    ...(tiers === undefined
      ? {}
      : {
          tiers: tiers.map((tier) => ({
            ...scaledRates(tier, factor),
            aboveInputTokens: tier.aboveInputTokens,
          })),
        }),
  };
}

function scaledRates({ input, output, cacheRead, cacheWrite }: Rates, factor: number): Rates {
  const scaled = (dollars: number): number => Math.round(dollars * factor * 1e6) / 1e6;
  return {
    input: scaled(input),
    output: scaled(output),
    ...(cacheRead === undefined ? {} : { cacheRead: scaled(cacheRead) }),
    ...(cacheWrite === undefined ? {} : { cacheWrite: scaled(cacheWrite) }),
  };
}
