import { describe, expect, it } from "vitest";
import { addUsage, costOf, promptTokens, type ModelPrice, type Usage } from "../src/index.ts";

const full: ModelPrice = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const plain: ModelPrice = { input: 1, output: 2 };
const all: Usage = { input: 1000, output: 100, cacheRead: 10_000, cacheWrite: 2000 };

describe("the cost of a call", () => {
  it.each<[string, Usage, ModelPrice | undefined, number | undefined]>([
    ["every counter at its rate", all, full, 0.015],
    ["no cache, no rate for it", { input: 1_000_000, output: 500_000 }, plain, 2],
    ["counters of 0 need no rate", { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, plain, 0],
    ["an unknown price", all, undefined, undefined],
    ["an unknown input", { output: 1 }, plain, undefined],
    ["an unknown output", { input: 1 }, plain, undefined],
    ["an unknown cache counter where caching costs", { input: 1, output: 1, cacheRead: 0 }, full, undefined],
    ["a cache counter without a rate", all, plain, undefined],
  ])("%s", (_, usage, price, expected) => {
    const cost = costOf(usage, price);
    expect(cost === undefined ? undefined : Number(cost.toFixed(12))).toBe(expected);
  });
});

describe("a price with tiers", () => {
  const rates = (input: number) => ({ input, output: 10 * input, cacheRead: input / 10, cacheWrite: input });
  const price: ModelPrice = {
    ...rates(1),
    tiers: [
      { aboveInputTokens: 500_000, ...rates(3) },
      { aboveInputTokens: 200_000, ...rates(2) },
    ],
  };
  const cost = (usage: Usage) => Number(costOf({ output: 0, cacheWrite: 0, cacheRead: 0, ...usage }, price));

  it.each<[string, Usage, number]>([
    ["up to the bound: the first", { input: 200_000 }, 0.2],
    ["above it: all of the call", { input: 200_001, output: 1000 }, 0.400002 + 0.02],
    ["above the highest: that one", { input: 600_000 }, 1.8],
    ["by the whole prompt, not the new part", { input: 1, cacheRead: 200_000, cacheWrite: 1 }, 0.040004],
  ])("%s", (_, usage, expected) => {
    expect(cost(usage)).toBeCloseTo(expected, 9);
  });
});

it("usage sums only what both sides know", () => {
  expect(addUsage({ input: 1, output: 2 }, { input: 3, cacheRead: 4 })).toEqual({ input: 4 });
});

it.each<readonly [string, Usage, Usage, Usage]>([
  ["both", { prompt: 10 }, { prompt: 5 }, { prompt: 15 }],
  ["one, and counters of the other", { prompt: 10 }, { input: 3, cacheRead: 2 }, { prompt: 15 }],
  ["counters, and one", { input: 3, cacheWrite: 4 }, { prompt: 10, input: 1 }, { input: 4, prompt: 17 }],
  ["one, and nothing of the other", { prompt: 10 }, { output: 3 }, {}],
  ["nothing, and one", {}, { prompt: 10 }, {}],
  ["none", { input: 1 }, { input: 2 }, { input: 3 }],
])("the whole prompt is in the sum of %s", (_, left, right, sum) => {
  expect(addUsage(left, right)).toEqual(sum);
  const known = sum.prompt ?? sum.input;
  expect(promptTokens(addUsage(left, right))).toBe(known);
});
