import { describe, expect, it } from "vitest";
import { memoryLimit } from "../../src/budget/index.ts";

const amount = { usd: 1, tokens: 10 };
const charge = { tokens: 10, costUsd: 1, isEstimate: false };

async function hold(limit: ReturnType<typeof memoryLimit>, usd: number, tokens = 0) {
  const reservation = await limit.hold({ usd, tokens });
  if (!reservation) throw new Error("Nothing was reserved.");
  return reservation;
}

describe("a limit in memory", () => {
  it("starts with nothing spent and nothing reserved", () => {
    expect(memoryLimit({ name: "session", maxCostUsd: 3, maxTokens: 9 }).limits()).toEqual([
      {
        name: "session",
        maxCostUsd: 3,
        maxTokens: 9,
        spent: { usd: 0, tokens: 0, isPriced: true, isEstimate: false },
        held: { usd: 0, tokens: 0 },
        frees: "Raise the limit to continue.",
      },
    ]);
  });

  it.each([
    ["just enough", { maxCostUsd: 1, maxTokens: 10 }, true],
    ["too few dollars", { maxCostUsd: 0.99, maxTokens: 10 }, false],
    ["too few tokens", { maxCostUsd: 1, maxTokens: 9 }, false],
    ["only dollars limited", { maxCostUsd: 1, maxTokens: undefined }, true],
    ["only tokens limited", { maxCostUsd: undefined, maxTokens: 10 }, true],
  ])("reserves an amount or nothing: %s", (_, max, isReserved) => {
    const limit = memoryLimit({ name: "session", ...max });
    expect(limit.hold(amount) !== undefined).toBe(isReserved);
    expect(limit.limits()).toMatchObject([{ held: isReserved ? amount : { usd: 0, tokens: 0 } }]);
  });

  it.each([
    ["all counted", [charge, charge], { usd: 2, tokens: 20, isPriced: true, isEstimate: false }],
    [
      "an estimate first",
      [{ ...charge, isEstimate: true }, charge],
      { usd: 2, tokens: 20, isPriced: true, isEstimate: true },
    ],
    [
      "an estimate last",
      [charge, { ...charge, isEstimate: true }],
      { usd: 2, tokens: 20, isPriced: true, isEstimate: true },
    ],
    [
      "an unknown cost first",
      [{ ...charge, costUsd: undefined }, charge],
      { usd: 1, tokens: 20, isPriced: false, isEstimate: false },
    ],
    [
      "an unknown cost last",
      [charge, { ...charge, costUsd: undefined }],
      { usd: 1, tokens: 20, isPriced: false, isEstimate: false },
    ],
  ])("adds up charges: %s", async (_, charges, spent) => {
    const limit = memoryLimit({ name: "session", maxCostUsd: 9 });
    for (const each of charges) (await hold(limit, 1)).settle(each);
    expect(limit.limits()).toMatchObject([{ spent }]);
  });
});
