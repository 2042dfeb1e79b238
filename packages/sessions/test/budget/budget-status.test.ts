import { describe, expect, it } from "vitest";
import { createBudget, memoryLimit, unlimited, type SpentAmount } from "../../src/budget/index.ts";
import { dollarClaim, reserve } from "./budget-claims.ts";
import { never } from "@skein/test-kit";

const spent: SpentAmount = { usd: 1, tokens: 30, isPriced: true, isEstimate: false };

describe("the status of a budget", () => {
  it.each([
    ["dollars", { maxCostUsd: 3 }, spent, { spentUsd: 1, limitUsd: 3, tokens: 30, percent: 33 }],
    ["tokens", { maxTokens: 40 }, spent, { spentUsd: 1, tokens: 30, limitTokens: 40, percent: 75 }],
    [
      "the tighter of both",
      { maxCostUsd: 3, maxTokens: 40 },
      spent,
      { spentUsd: 1, limitUsd: 3, tokens: 30, limitTokens: 40, percent: 75 },
    ],
    [
      "an unknown price",
      { maxTokens: 40 },
      { ...spent, isPriced: false },
      { tokens: 30, limitTokens: 40, percent: 75 },
    ],
    [
      "an estimate",
      { maxTokens: 40 },
      { ...spent, isEstimate: true },
      { spentUsd: 1, tokens: 30, limitTokens: 40, percent: 75, isEstimate: true },
    ],
    [
      "a limit of 0",
      { maxTokens: 0 },
      { ...spent, tokens: 0 },
      { spentUsd: 1, tokens: 0, limitTokens: 0, percent: 100 },
    ],
    ["no maximum", {}, spent, { spentUsd: 1, tokens: 30, percent: 0 }],
  ])("shows %s", (_, max, before, expected) => {
    const limit = memoryLimit({
      name: "session",
      maxCostUsd: undefined,
      maxTokens: undefined,
      ...max,
      spent: before,
    });
    expect(createBudget([limit]).status()).toEqual([{ limit: "session", ...expected }]);
  });

  it("lists the parent's limits first", () => {
    const parent = createBudget([memoryLimit({ name: "session", maxTokens: 9 })]);
    const child = createBudget([memoryLimit({ name: "agent", maxTokens: 3 })], parent);
    expect(child.status().map(({ limit }) => limit)).toEqual(["session", "agent"]);
  });

  it("reports a threshold only for the limit that has reached it, and never for a call that cost nothing", async () => {
    const limits = [
      memoryLimit({ name: "agent", maxTokens: 4 }),
      memoryLimit({ name: "session", maxTokens: 100 }),
    ];
    const free = await reserve(limits);
    expect(free.settle({ tokens: 0, costUsd: 0, isEstimate: false })).toEqual([]);
    const paid = await reserve(limits);
    expect(paid.settle({ tokens: 2, costUsd: 2, isEstimate: false })).toMatchObject([
      { limit: "agent", percent: 50 },
    ]);
  });
});

describe("a budget without limits", () => {
  it("limits nothing and charges nothing", async () => {
    const reservation = await createBudget([]).reserve({ ...dollarClaim, price: undefined }, never);
    expect(reservation).toBe(unlimited);
    expect(unlimited.outputTokens).toBeUndefined();
    expect([
      await unlimited.grow(1e9),
      unlimited.settle({ tokens: 9, costUsd: 9, isEstimate: false }),
    ]).toEqual([true, []]);
  });
});

describe("the output limit that a budget grants", () => {
  it.each([
    [
      "16,384 tokens when the model's own limit is unknown",
      { maxTokens: 1_000_000 },
      { outputTokens: undefined },
      16_384,
    ],
    [
      "what is left when the model's own limit is unknown",
      { maxTokens: 101 },
      { outputTokens: undefined },
      100,
    ],
    ["what the dollars are enough for", { maxCostUsd: 5 }, { outputTokens: 9 }, 4],
    ["the tighter of dollars and tokens", { maxCostUsd: 5, maxTokens: 4 }, { outputTokens: 9 }, 3],
    [
      "all of it when output is free and the input is affordable",
      { maxCostUsd: 1 },
      { outputTokens: 9, price: { input: 1_000_000, output: 0 } },
      9,
    ],
    ["nothing when only the input fits", { maxTokens: 1 }, { outputTokens: 9, leastOutputTokens: 0 }, 0],
    [
      "all of it when only tokens are limited and no price is known",
      { maxTokens: 10 },
      { outputTokens: 9, price: undefined },
      9,
    ],
  ])("is %s", async (_, max, claim, outputTokens) => {
    const limit = memoryLimit({ name: "session", maxCostUsd: undefined, maxTokens: undefined, ...max });
    expect((await reserve([limit], claim)).outputTokens).toBe(outputTokens);
  });

  it("does not exist when output is free, but the input is not affordable", async () => {
    const limit = memoryLimit({ name: "session", maxCostUsd: 1 });
    const claim = { inputTokens: 2, leastOutputTokens: 0, price: { input: 1_000_000, output: 0 } };
    await expect(reserve([limit], claim)).rejects.toThrow("could cost $2.0000");
  });

  it("cannot be computed after a charge of unknown cost", async () => {
    const limit = memoryLimit({ name: "session", maxCostUsd: 9, spent: { ...spent, isPriced: false } });
    await expect(reserve([limit])).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining("The cost so far is unknown"),
      hint: expect.stringContaining("Start another session"),
    });
  });
});
