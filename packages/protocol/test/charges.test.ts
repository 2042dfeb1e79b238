import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chargeOf, costOf, maxCost, type Usage } from "../src/index.ts";

const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const atMost = { input: 1000, output: 500 };
const full = { input: 100, output: 50, cacheRead: 30, cacheWrite: 20 };

describe("what is charged for a call", () => {
  it("is what it costs when all is said", () => {
    expect(chargeOf(full, atMost, price)).toEqual({
      tokens: 200,
      costUsd: costOf(full, price),
      isEstimate: false,
    });
  });

  it.each<[string, Usage, number, number]>([
    ["no counter at all", {}, 1500, (1000 * 3.75 + 500 * 15) / 1e6],
    ["no output", { input: 100, cacheRead: 0, cacheWrite: 0 }, 600, (100 * 3 + 500 * 15) / 1e6],
    ["no cache counters beside the input", { input: 100, output: 50 }, 1050, (1000 * 3.75 + 50 * 15) / 1e6],
    ["a prompt that holds the cache", { input: 100, output: 50, cacheWrite: 0, prompt: 100 }, 150, 1050e-6],
    ["nothing but zeros", { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, 1000, 3750e-6],
  ])("is the upper bound of what is not said: %s", (_, usage, tokens, usd) => {
    const charge = chargeOf(usage, atMost, price);
    expect(charge).toMatchObject({ tokens, isEstimate: true });
    expect(charge.costUsd).toBeCloseTo(usd, 12);
  });

  it("is unknown without a price, its tokens are not", () => {
    expect(chargeOf({}, atMost, undefined)).toEqual({ tokens: 1500, costUsd: undefined, isEstimate: true });
  });

  it.each<[string, Usage, typeof price | undefined, number | undefined, boolean]>([
    ["instead of the price", { ...full, reportedUsd: 0.5 }, price, 0.5, false],
    ["where no price is known", { ...full, reportedUsd: 0.5 }, undefined, 0.5, false],
    ["where counters are missing", { reportedUsd: 0.5 }, price, 0.5, false],
    ["as nothing where no price is known", { ...full, reportedUsd: 0 }, undefined, 0, false],
    ["but not as nothing against a price", { ...full, reportedUsd: 0 }, price, costOf(full, price), false],
  ])("is what the provider says it charges, %s", (_, usage, rates, costUsd, isEstimate) => {
    expect(chargeOf(usage, atMost, rates)).toMatchObject({ costUsd, isEstimate });
  });

  it("is never less than the call costs, and never more than its worst case, whatever is left out", () => {
    const rate = fc.integer({ min: 0, max: 100 });
    const tokens = fc.integer({ min: 1, max: 250 });
    const prices = fc.record({ input: rate, output: rate, cacheRead: rate, cacheWrite: rate });
    const counters = fc.record({ input: tokens, output: tokens, cacheRead: tokens, cacheWrite: tokens });
    const names = ["input", "output", "cacheRead", "cacheWrite"] as const;
    const check = (
      real: Required<Pick<Usage, (typeof names)[number]>>,
      rates: typeof price,
      left: string[],
    ) => {
      const said = Object.fromEntries(Object.entries(real).filter(([name]) => !left.includes(name)));
      const charge = chargeOf(said, { input: 750, output: 250 }, rates);
      expect(charge.costUsd).toBeGreaterThanOrEqual((costOf(real, rates) ?? 0) - 1e-12);
      expect(charge.costUsd).toBeLessThanOrEqual(maxCost({ input: 750, output: 250 }, rates) + 1e-12);
    };
    checkProperty(fc.property(counters, prices, fc.subarray([...names]), check));
  });
});
