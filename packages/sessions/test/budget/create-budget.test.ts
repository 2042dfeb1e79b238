import { ConfigError, type BudgetClaim, type Charge, type Reservation } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { createBudget, memoryLimit } from "../../src/budget/index.ts";

/** A dollar a token. */
const price = { input: 1_000_000, output: 1_000_000 };
const who = { provider: "p", model: "m" };
const claim: BudgetClaim = { ...who, inputTokens: 1, outputTokens: 1, leastOutputTokens: 1, price };
const never = new AbortController().signal;

function charge(tokens: number, costUsd: number | undefined = tokens): Charge {
  return { tokens, costUsd, isEstimate: false };
}

async function reserved(asked: Promise<unknown>): Promise<Reservation> {
  const found = await asked;
  expect(found).toHaveProperty("settle");
  return found as Reservation;
}

/** Whether it is still waited for. */
async function waits(asked: Promise<unknown>): Promise<boolean> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, 20, "late"));
  return (await Promise.race([asked, late])) === "late";
}

describe("a budget", () => {
  it("refuses the call that could exceed it, not the one before", async () => {
    const budget = createBudget([memoryLimit({ name: "session", maxCostUsd: 4 })]);
    (await reserved(budget.reserve(claim, never))).settle(charge(3));
    const { refused } = (await budget.reserve(claim, never)) as { refused: { message: string } };
    expect(refused).toMatchObject({ code: "budget" });
    expect(refused.message).toContain("$3.0000 of $4");
  });

  it("answers at once for amounts that fit only by rounding, when nothing is under way", async () => {
    const cents = { input: 3, output: 15 };
    for (let tokens = 1; tokens <= 2_000; tokens++) {
      const left = (100 * cents.input + tokens * cents.output) / 1_000_000;
      const spent = { usd: 0.1, tokens: 0, isPriced: true, isEstimate: false };
      const budget = createBudget([memoryLimit({ name: "session", maxCostUsd: 0.1 + left, spent })]);
      const asked = { ...who, inputTokens: 100, outputTokens: 64_000, leastOutputTokens: 0, price: cents };
      const { outputTokens = 0 } = await reserved(budget.reserve(asked, AbortSignal.timeout(1_000)));
      expect(tokens - outputTokens).toBeOneOf([0, 1]);
    }
  });

  it("makes a call wait for those under way when only they stand in the way, in the order they came", async () => {
    const budget = createBudget([memoryLimit({ name: "session", maxCostUsd: 4 })]);
    const open = [await reserved(budget.reserve(claim, never)), await reserved(budget.reserve(claim, never))];
    const [third, fourth] = [budget.reserve(claim, never), budget.reserve(claim, never)];
    expect(await waits(third)).toBe(true);
    open[0]?.settle(charge(1));
    expect(await waits(third)).toBe(true);
    open[1]?.settle(charge(1));
    (await reserved(third)).settle(charge(2));
    expect(await fourth).toHaveProperty("refused");
  });

  it("stops waiting when it is interrupted, and the next one in line goes on", async () => {
    const budget = createBudget([memoryLimit({ name: "session", maxTokens: 2 })]);
    const open = await reserved(budget.reserve(claim, never));
    const stopper = new AbortController();
    const second = budget.reserve(claim, stopper.signal);
    const third = budget.reserve(claim, never);
    stopper.abort(new Error("enough"));
    await expect(second).rejects.toThrow("enough");
    open.settle(charge(0));
    await reserved(third);
  });

  it("limits the output only when less is left than the model may answer with", async () => {
    const budget = createBudget([memoryLimit({ name: "session", maxTokens: 100 })]);
    const wide = { ...who, inputTokens: 10, leastOutputTokens: 5, price: undefined };
    const first = await reserved(budget.reserve({ ...wide, outputTokens: 80 }, never));
    expect(first.outputTokens).toBe(80);
    first.settle(charge(40));
    const second = await reserved(budget.reserve({ ...wide, outputTokens: 80 }, never));
    expect(second.outputTokens).toBe(50);
    second.settle(charge(46));
    expect(await budget.reserve({ ...wide, outputTokens: 80 }, never)).toHaveProperty("refused");
  });

  it("sets more aside for a reply that grows, as far as it is left", async () => {
    const budget = createBudget([memoryLimit({ name: "session", maxTokens: 100 })]);
    const reservation = await reserved(budget.reserve({ ...claim, outputTokens: 49 }, never));
    expect([await reservation.grow(99), reservation.outputTokens]).toEqual([true, 99]);
    expect([await reservation.grow(100), reservation.outputTokens]).toEqual([false, 99]);
  });

  it("in money cannot be kept without prices: nothing is sent", async () => {
    const budget = createBudget([memoryLimit({ name: "session", maxCostUsd: 4 })]);
    const refused = budget.reserve({ ...claim, price: undefined }, never);
    await expect(refused).rejects.toSatisfy((error) => ConfigError.is(error) && error.code === "usage");
    await expect(refused).rejects.toMatchObject({ hint: expect.stringContaining("price of the model") });
  });

  it("counts what writing to a cache and long prompts may cost", async () => {
    const tiers = [{ aboveInputTokens: 5, input: 2_000_000, output: 2_000_000, cacheWrite: 3_000_000 }];
    const budget = createBudget([memoryLimit({ name: "session", maxCostUsd: 20 })]);
    const long = { ...claim, inputTokens: 6, price: { ...price, tiers } };
    const { outputTokens = 0 } = await reserved(budget.reserve({ ...long, outputTokens: 9 }, never));
    expect(outputTokens).toBe(1);
  });

  it("of a subagent stands on its parent's: both must have it, both are charged", async () => {
    const parent = createBudget([memoryLimit({ name: "session", maxCostUsd: 4 })]);
    const child = createBudget([memoryLimit({ name: "agent", maxTokens: 3 })], parent);
    (await reserved(child.reserve(claim, never))).settle(charge(2, 2));
    expect(await child.reserve(claim, never)).toMatchObject({
      refused: { message: expect.stringContaining("2 of 3") },
    });
    expect(parent.status()).toMatchObject([{ limit: "session", spentUsd: 2 }]);
    (await reserved(parent.reserve(claim, never))).settle(charge(2));
    expect(await parent.reserve(claim, never)).toHaveProperty("refused");
  });

  it("tells once each when 50, 75, 90 and 100 % are used up", async () => {
    const budget = createBudget([memoryLimit({ name: "session", maxTokens: 100 })]);
    const told: number[] = [];
    for (const tokens of [49, 1, 10, 30, 5, 5]) {
      const reservation = await reserved(
        budget.reserve({ ...claim, inputTokens: 0, outputTokens: 1 }, never),
      );
      told.push(...reservation.settle(charge(tokens)).map(({ percent }) => percent));
    }
    expect(told).toEqual([50, 90, 100]);
  });
});
