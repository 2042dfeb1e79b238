import type { BudgetClaim, Reservation } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { createBudget, memoryLimit, type SpendingLimit } from "../../src/budget/index.ts";

const claim: BudgetClaim = {
  provider: "p",
  model: "m",
  inputTokens: 1,
  outputTokens: 1,
  leastOutputTokens: 1,
  price: undefined,
};
const never = new AbortController().signal;

/** A limit whose state is elsewhere, and how often it was read and asked for an amount. */
function remoteLimit(maxTokens: number, isShared: boolean, onRefresh: (count: number) => Promise<void>) {
  const local = memoryLimit({ name: "session", maxTokens });
  const counts = { refreshed: 0 };
  const limit: SpendingLimit = {
    ...local,
    isShared,
    async refresh() {
      counts.refreshed++;
      await onRefresh(counts.refreshed);
    },
  };
  return { limit, counts };
}

describe("a call that waits for others", () => {
  it("rejects with the signal's reason when it is interrupted at the head of the line", async () => {
    const { promise: parked, resolve } = Promise.withResolvers<void>();
    const { limit } = remoteLimit(2, false, async (count) => {
      if (count === 2) resolve();
    });
    const budget = createBudget([limit]);
    await budget.reserve(claim, never);
    const stopper = new AbortController();
    const waiting = budget.reserve(claim, stopper.signal);
    await parked;
    await new Promise((done) => setImmediate(done)); // the head of the line has found too little, and waits
    stopper.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
  });

  it("is served when a call under way ends, without asking in between where no other process spends", async () => {
    const { limit, counts } = remoteLimit(2, false, async () => undefined);
    const budget = createBudget([limit]);
    const open = (await budget.reserve(claim, never)) as Reservation;
    const waiting = budget.reserve(claim, never);
    await expect.poll(() => counts.refreshed).toBe(2);
    open.settle({ tokens: 0, costUsd: undefined, isEstimate: false });
    expect(await waiting).toHaveProperty("settle");
    expect(counts.refreshed).toBe(3);
  });

  it("asks again from time to time where other processes spend, too", async () => {
    const { limit, counts } = remoteLimit(2, true, async () => undefined);
    const budget = createBudget([limit]);
    const open = (await budget.reserve(claim, never)) as Reservation;
    const waiting = budget.reserve(claim, never);
    await expect.poll(() => counts.refreshed).toBeGreaterThan(3);
    open.settle({ tokens: 0, costUsd: undefined, isEstimate: false });
    expect(await waiting).toHaveProperty("settle");
  });
});

describe("limits that are stored elsewhere", () => {
  it("are read before each call is judged", async () => {
    let spentTokens = 0;
    const limit: SpendingLimit = {
      ...memoryLimit({ name: "session", maxTokens: 4 }),
      limits: () =>
        memoryLimit({
          name: "session",
          maxTokens: 4,
          spent: { usd: 0, tokens: spentTokens, isPriced: true, isEstimate: false },
        }).limits(),
      async refresh() {
        await Promise.resolve();
        spentTokens = 3;
      },
    };
    expect(await createBudget([limit]).reserve(claim, never)).toHaveProperty("refused");
  });
});

it("a limit in this process's memory belongs to this process alone", () => {
  expect(memoryLimit({ name: "session", maxTokens: 1 }).isShared).toBe(false);
});

describe("limits that stand together", () => {
  it("give back what one has set aside when another cannot", async () => {
    const first = memoryLimit({ name: "session", maxTokens: 9 });
    let refusals = 1;
    const second: SpendingLimit = {
      ...memoryLimit({ name: "agent", maxTokens: 9 }),
      isShared: true,
      hold: (amount) =>
        refusals-- > 0 ? undefined : memoryLimit({ name: "agent", maxTokens: 9 }).hold(amount),
    };
    const budget = createBudget([first, second]);
    expect(await budget.reserve(claim, never)).toHaveProperty("settle");
    expect(first.limits()).toMatchObject([{ held: { tokens: 2 } }]);
  });

  it("all have room for a reply that grows, or none reserves more", async () => {
    const [wide, tight] = [
      memoryLimit({ name: "session", maxTokens: 99 }),
      memoryLimit({ name: "agent", maxTokens: 9 }),
    ];
    const reservation = (await createBudget([wide, tight]).reserve(claim, never)) as Reservation;
    expect(await reservation.grow(20)).toBe(false);
    expect([wide, tight].map((limit) => limit.limits()[0]?.held.tokens)).toEqual([2, 2]);
    expect(await reservation.grow(8)).toBe(true);
    expect([wide, tight].map((limit) => limit.limits()[0]?.held.tokens)).toEqual([9, 9]);
  });

  it("charge a settled call once", async () => {
    const limit = memoryLimit({ name: "session", maxTokens: 9 });
    const reservation = (await createBudget([limit]).reserve(claim, never)) as Reservation;
    for (let time = 0; time < 2; time++)
      reservation.settle({ tokens: 2, costUsd: undefined, isEstimate: false });
    expect(limit.limits()).toMatchObject([{ spent: { tokens: 2, isPriced: false }, held: { tokens: 0 } }]);
  });
});
