import { expect, test } from "vitest";
import { scaledPrice } from "@skein/provider-kit";

test("A scaled price has each rate times the factor, those of its tiers too, and the tiers' bounds as they were.", () => {
  const price = {
    input: 3,
    output: 15,
    cacheRead: 0.3,
    tiers: [{ aboveInputTokens: 200_000, input: 6, output: 22.5, cacheWrite: 7.5 }],
  };
  expect(scaledPrice(price, 1.1)).toEqual({
    input: 3.3,
    output: 16.5,
    cacheRead: 0.33,
    tiers: [{ aboveInputTokens: 200_000, input: 6.6, output: 24.75, cacheWrite: 8.25 }],
  });
});
