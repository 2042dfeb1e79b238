import { describe, expect, it } from "vitest";
import { addUsage, costOf, type ModelPrice, type Usage } from "../src/index.ts";

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

it("usage sums only what both sides know", () => {
  expect(addUsage({ input: 1, output: 2 }, { input: 3, cacheRead: 4 })).toEqual({ input: 4 });
});
