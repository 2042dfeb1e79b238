import type { ModelPrice } from "@skein/protocol";

/** Of what a price consists. */
export const rateNames = ["input", "output", "cacheRead", "cacheWrite"] as const;

/** Whether some call costs less by a price than by another one, as far as both are known. */
export function isLower(price: ModelPrice, than: ModelPrice): boolean {
  const tiers = than.tiers ?? [];
  return (
    hasLowerRate(price, than) ||
    tiers.some((tier) => {
      const same = price.tiers?.find(({ aboveInputTokens }) => aboveInputTokens <= tier.aboveInputTokens);
      return same !== undefined && hasLowerRate(same, tier);
    })
  );
}

type Rates = Omit<ModelPrice, "tiers">;

function hasLowerRate(rates: Rates, than: Rates): boolean {
  return rateNames.some((name) => {
    const [dollars, other] = [rates[name], than[name]];
    return dollars !== undefined && other !== undefined && dollars < other;
  });
}

/** A price in which what it lacks is taken from another one. */
export function completed(price: ModelPrice, by: ModelPrice | undefined): ModelPrice {
  return { ...by, ...price };
}
