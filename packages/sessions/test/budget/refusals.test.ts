import type { BudgetClaim } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { createBudget, memoryLimit, type SpendingLimit, type SpentAmount } from "../../src/budget/index.ts";

const price = { input: 1_000_000, output: 1_000_000 };
const claim: BudgetClaim = {
  provider: "p",
  model: "m",
  inputTokens: 1,
  outputTokens: 1,
  leastOutputTokens: 1,
  price,
};
const never = new AbortController().signal;
const spent: SpentAmount = { usd: 2, tokens: 2, isPriced: true, isEstimate: false };

async function refusalOf(limit: Parameters<typeof memoryLimit>[0], of = claim) {
  return (await createBudget([memoryLimit(limit)]).reserve(of, never)) as {
    refused?: { code: string; message: string; hint: string };
  };
}

describe("a refusal", () => {
  it.each([
    ["money", { maxCostUsd: 3 }, "could cost $2.0000 or more with 1 bytes of input; $2.0000 of $3 are spent"],
    ["tokens", { maxTokens: 3 }, "could take 2 tokens or more; 2 of 3 are used"],
    ["the tighter of both: money", { maxCostUsd: 3, maxTokens: 9 }, "$2.0000 of $3 are spent"],
    ["the tighter of both: tokens", { maxCostUsd: 9, maxTokens: 3 }, "2 of 3 are used"],
    ["tokens where the money just suffices", { maxCostUsd: 4, maxTokens: 3 }, "2 of 3 are used"],
  ])("names the limit that is passed: %s", async (_, limits, words) => {
    const { refused } = await refusalOf({ name: "session", ...limits, spent });
    expect(refused?.message).toContain(words);
  });

  it.each([
    ["session", "budget", "by this session with its subagents"],
    ["agent", "budget", "by this subagent with its subagents"],
    ["day", "budget-day", "today, and budget.day does not allow more"],
    ["project", "budget-project", "in this project, and budget.project does not allow more"],
    ["share", "budget-share", "by share with its subagents"],
  ] as const)("of the limit %s has the code %s and says whose it is", async (name, code, words) => {
    const { refused } = await refusalOf({ name, maxCostUsd: 3, spent });
    expect(refused).toMatchObject({ code, hint: "Raise the limit to continue." });
    expect(refused?.message).toContain(words);
  });

  it("says so when the amount that was spent is an estimate", async () => {
    const estimated = { ...spent, isEstimate: true };
    const { refused } = await refusalOf({ name: "session", maxTokens: 3, spent: estimated });
    expect(refused?.message).toContain("at most 2 of 3");
  });

  it("says that dollars are missing when the difference is one of rounding", async () => {
    // 1 - 0.9 is less than 0.1, and 0.9 + 0.1 is 1.
    const cents = { ...claim, price: { input: 50_000, output: 50_000 } };
    const { refused } = await refusalOf(
      { name: "session", maxCostUsd: 1, spent: { ...spent, usd: 0.9 } },
      cents,
    );
    expect(refused?.message).toContain(
      "could cost $0.1000 or more with 1 bytes of input; $0.9000 of $1 are spent",
    );
  });

  it("speaks of the tightest of several limits", async () => {
    const limits = [
      memoryLimit({ name: "agent", maxTokens: 1 }),
      memoryLimit({ name: "session", maxTokens: 0 }),
    ];
    for (const order of [limits, limits.toReversed()])
      expect(await createBudget(order).reserve(claim, never)).toMatchObject({
        refused: { message: expect.stringContaining("0 of 0 are used by this session") },
      });
  });

  it("uses the limit's own words for its place and for when more is free", async () => {
    const [state] = memoryLimit({ name: "team", maxTokens: 0 }).limits();
    const limit = {
      name: "team",
      held: { usd: 0, tokens: 0 },
      spent,
      ...state,
      place: "by the team",
      frees: "Ask.",
    };
    const team: SpendingLimit = { isShared: false, limits: () => [limit], hold: () => undefined };
    expect(await createBudget([team]).reserve(claim, never)).toMatchObject({
      refused: {
        code: "budget-team",
        hint: "Ask.",
        message: expect.stringMatching(/are used by the team\.$/),
      },
    });
  });
});
