import type { BudgetClaim, Charge, Reservation } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  createBudget,
  memoryLimit,
  openLedger,
  type LimitReservation,
  type SpendingLimit,
} from "../../src/budget/index.ts";

/** A dollar a token. */
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
const charge = (tokens: number, costUsd: number | undefined = tokens): Charge => ({
  tokens,
  costUsd,
  isEstimate: false,
});
const amount = (usd: number) => ({ usd, tokens: usd });

async function ledger(most: number, project = "/p"): Promise<SpendingLimit> {
  const folder = await temporaryFolder();
  const opened = openLedger({
    path: join(folder.path, "spending.sqlite"),
    project,
    limits: { projectUsd: most },
    now: () => new Date(2026, 10, 22, 12),
  });
  onTestFinished(async () => {
    opened.close();
    await folder[Symbol.asyncDispose]();
  });
  return opened;
}

const limits: Record<string, (most: number) => SpendingLimit | Promise<SpendingLimit>> = {
  memory: (most) => memoryLimit({ name: "session", maxCostUsd: most }),
  ledger,
};

async function held(limit: SpendingLimit, usd: number): Promise<LimitReservation> {
  const reservation = await limit.hold(amount(usd));
  expect(reservation).toBeDefined();
  return reservation!;
}

const stateOf = (limit: SpendingLimit) => {
  const [state] = limit.limits();
  return { spent: state?.spent.usd, held: state?.held.usd };
};

describe.each(Object.keys(limits))("a limit in the %s", (kind) => {
  const open = async (most: number) => limits[kind]!(most);

  it("gives all that is left, and nothing more", async () => {
    const limit = await open(3);
    await held(limit, 2);
    expect(await limit.hold(amount(1.01))).toBeUndefined();
    await held(limit, 1);
    expect(stateOf(limit)).toEqual({ spent: 0, held: 3 });
  });

  it("leaves a reservation as it was when it cannot grow", async () => {
    const limit = await open(3);
    const reservation = await held(limit, 2);
    expect(await reservation.grow(amount(4))).toBe(false);
    expect(stateOf(limit)).toEqual({ spent: 0, held: 2 });
    expect(await reservation.grow(amount(3))).toBe(true);
    expect(stateOf(limit)).toEqual({ spent: 0, held: 3 });
  });

  it("charges a reservation once", async () => {
    const limit = await open(3);
    const reservation = await held(limit, 2);
    reservation.settle(charge(1));
    reservation.settle(charge(1));
    expect(stateOf(limit)).toEqual({ spent: 1, held: 0 });
  });

  it("stays unpriced after a call whose price is unknown", async () => {
    const limit = await open(9);
    for (const cost of [undefined, 1]) {
      const reservation = await held(limit, 2);
      reservation.settle({
        tokens: 1,
        isEstimate: cost === undefined,
        costUsd: cost,
      });
    }
    expect(limit.limits()[0]?.spent).toMatchObject({ isPriced: false, isEstimate: true });
    await expect(createBudget([limit]).reserve(claim, never)).rejects.toMatchObject({ code: "usage" });
  });
});

async function reserve(
  budget: ReturnType<typeof createBudget>,
  change: Partial<BudgetClaim> = {},
): Promise<Reservation> {
  const found = await budget.reserve({ ...claim, ...change }, never);
  expect(found).toHaveProperty("settle");
  return found as Reservation;
}

/** A limit that says that there is enough, and no longer has it when it is reserved: another process was faster. */
function contested(limit: SpendingLimit): SpendingLimit & { isFree: boolean } {
  const own = {
    ...limit,
    isFree: false,
    isShared: true,
    hold: (more: Parameters<SpendingLimit["hold"]>[0]) => (own.isFree ? limit.hold(more) : undefined),
  };
  return own;
}

describe("a budget of several limits", () => {
  it("gives back what one limit reserved when another one refuses", async () => {
    const first = memoryLimit({ name: "session", maxCostUsd: 9 });
    const second = contested(memoryLimit({ name: "day", maxCostUsd: 9 }));
    const budget = createBudget([first, second]);
    const stop = new AbortController();
    const waiting = budget.reserve(claim, stop.signal);
    const tries: (number | undefined)[] = [];
    for (let at = 0; at < 3; at++) {
      await new Promise((resolve) => setImmediate(resolve));
      tries.push(stateOf(first).held);
    }
    expect(tries.at(-1)).toBe(0);
    second.isFree = true;
    budget.line.changed();
    expect(await waiting).toHaveProperty("settle");
    expect(stateOf(first)).toEqual({ spent: 0, held: 2 });
    stop.abort();
  });

  it("grows in all of its limits or in none", async () => {
    const first = memoryLimit({ name: "session", maxTokens: 100 });
    const second = memoryLimit({ name: "agent", maxTokens: 3 });
    const reservation = await reserve(createBudget([first, second]));
    expect(await reservation.grow(5)).toBe(false);
    expect(reservation.outputTokens).toBe(1);
    expect([first, second].map((limit) => limit.limits()[0]?.held.tokens)).toEqual([2, 2]);
    expect(await reservation.grow(2)).toBe(true);
    expect([first, second].map((limit) => limit.limits()[0]?.held.tokens)).toEqual([3, 3]);
  });

  it("lets the parent and its subagents wait in one line", async () => {
    const parent = createBudget([memoryLimit({ name: "session", maxCostUsd: 4 })]);
    const child = createBudget([memoryLimit({ name: "agent", maxCostUsd: 4 })], parent);
    const [one, two] = [await reserve(parent), await reserve(child)];
    const order: string[] = [];
    const waiting = [
      reserve(parent, { outputTokens: 3, leastOutputTokens: 3 }).then(
        (found) => (order.push("parent"), found),
      ),
      reserve(child).then((found) => (order.push("child"), found)),
    ];
    one.settle(charge(0));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(order).toEqual([]);
    two.settle(charge(0));
    (await waiting[0])?.settle(charge(0));
    await waiting[1];
    expect(order).toEqual(["parent", "child"]);
  });

  it("of nothing is used up, and a share is told when it is reached exactly", async () => {
    expect(createBudget([memoryLimit({ name: "session", maxTokens: 0 })]).status()).toMatchObject([
      { percent: 100 },
    ]);
    const budget = createBudget([memoryLimit({ name: "session", maxTokens: 4 })]);
    const reservation = await reserve(budget);
    expect(reservation.settle(charge(2))).toMatchObject([{ percent: 50 }]);
  });
});
