import type { BudgetClaim } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { createBudget, memoryLimit, type Spent } from "../src/index.ts";

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
const spent: Spent = { usd: 2, tokens: 2, isPriced: true, isEstimate: false };

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
    const { refused } = await refusalOf({ name: name as "session", maxCostUsd: 3, spent });
    expect(refused).toMatchObject({ code, hint: "Raise the limit to continue." });
    expect(refused?.message).toContain(words);
  });

  it("says so when the amount that was spent is an estimate", async () => {
    const estimated = { ...spent, isEstimate: true };
    const { refused } = await refusalOf({ name: "session", maxTokens: 3, spent: estimated });
    expect(refused?.message).toContain("at most 2 of 3");
  });
});
