import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callLeases } from "../src/limits/call-limits.ts";
import { leasesOn } from "../src/limits/leases.ts";
import { shareBudgets } from "../src/limits/share-budget.ts";

const id = "0d9f7a6e-0000-4000-8000-000000000000";
const renewMs = 2_500;

/** A database that answers every statement at once, except the ones that end a row, which wait for `answer`. */
function databaseOf(rows: readonly unknown[] = []) {
  const statements: (readonly [text: string, values: readonly unknown[]])[] = [];
  const gate = Promise.withResolvers<void>();
  return {
    answer: gate.resolve,
    statements,
    renewals: () => statements.filter(([, [ids]]) => Array.isArray(ids)).map(([, [ids]]) => ids),
    db: {
      async executeSql(text: string, values: readonly unknown[] = []) {
        statements.push([text, values]);
        if (/is_open = false|^end|DELETE/.test(text)) await gate.promise;
        return { rows };
      },
    },
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

describe("leases of a process", () => {
  it("are renewed while they are held, and not after they have ended or the process has closed them", async () => {
    const { db, statements, renewals, answer } = databaseOf();
    const leases = leasesOn(db, "rows");
    vi.advanceTimersByTime(2 * renewMs);
    expect(statements).toEqual([]);
    leases.held("one");
    leases.held("other");
    vi.advanceTimersByTime(renewMs);
    leases.end("one", "end one", [7]);
    vi.advanceTimersByTime(renewMs);
    expect(renewals()).toEqual([["one", "other"], ["other"]]);
    expect(statements.at(1)).toEqual(["end one", ["one", 7]]);
    answer();
    await leases.close();
    vi.advanceTimersByTime(4 * renewMs);
    expect(renewals()).toHaveLength(2);
  });

  it.each([
    [
      "of calls",
      [{ entered: { state: "entered" } }],
      async (db: ReturnType<typeof databaseOf>["db"]) => {
        const calls = callLeases(db, "q");
        await calls.enter({ id, provider: "p", model: "m", tokens: 3 });
        calls.leave(id, 2);
        return () => calls.close();
      },
    ],
    [
      "of shares",
      [{ fits: true }],
      async (db: ReturnType<typeof databaseOf>["db"]) => {
        const shares = shareBudgets(db, "q");
        const held = await shares.of("ann").hold({ usd: 1, tokens: 3 });
        held!.settle({ tokens: 2, costUsd: 1, isEstimate: false });
        return () => shares.close();
      },
    ],
  ])("%s are closed when the database has their ends", async (_, rows, endOne) => {
    const { db, answer } = databaseOf(rows);
    const close = await endOne(db);
    let isClosed = false;
    const closed = close().then(() => (isClosed = true));
    await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    answer();
    await closed;
  });
});

describe("the budget of a share", () => {
  const row = {
    share: "ann",
    period: "day",
    usd: 20,
    tokens: null,
    spent_usd: 5,
    spent_tokens: "50",
    unpriced: "0",
    estimates: "0",
    held_usd: 2,
    held_tokens: "4",
    fits: true,
  };

  it("counts what a call of this process has taken until it is read again", async () => {
    const { db, answer } = databaseOf([row]);
    answer();
    const limit = shareBudgets(db, "q").of("ann/shop");
    expect(limit.limits()).toEqual([]);
    await limit.refresh!();
    const held = await limit.hold({ usd: 3, tokens: 6 });
    held!.settle({ tokens: 6, costUsd: 2.5, isEstimate: false });
    held!.settle({ tokens: 1, costUsd: undefined, isEstimate: false });
    expect(limit.limits()).toMatchObject([{ spent: { usd: 7.5, tokens: 57 }, held: { usd: 2, tokens: 4 } }]);
    await limit.refresh!();
    expect(limit.limits()).toMatchObject([{ spent: { usd: 5, tokens: 50 } }]);
  });

  it.each([
    [{}, "share-day", "by ann today"],
    [{ period: "month" }, "share-month", "by ann this month"],
    [{ share: "*" }, "share-day", "by bob today"],
  ])("is described by its share and period: %j", async (more, name, place) => {
    const limit = shareBudgets(databaseOf([{ ...row, ...more }]).db, "q").of("bob");
    await limit.refresh!();
    expect(limit.limits()).toMatchObject([{ name, place, maxCostUsd: 20, maxTokens: undefined }]);
  });

  it("names runs without a share, and says what is a guess", async () => {
    const { db } = databaseOf([
      { ...row, share: "*", tokens: "9", usd: null, unpriced: "1", estimates: "2" },
    ]);
    const limit = shareBudgets(db, "q").of("");
    await limit.refresh!();
    expect(limit.limits()).toMatchObject([
      { place: "by runs without a share today", maxCostUsd: undefined, maxTokens: 9 },
    ]);
    expect(limit.limits()[0]!.spent).toMatchObject({ isPriced: false, isEstimate: true });
  });

  it.each([
    [{ tokens: 4, costUsd: 1, isEstimate: false }, [1, 4, 0, 0]],
    [{ tokens: 4, costUsd: undefined, isEstimate: true }, [0, 4, 1, 1]],
    [{ tokens: 0, costUsd: undefined, isEstimate: true }, [0, 0, 0, 0]],
  ])("is charged %j", async (charge, values) => {
    const { db, statements } = databaseOf([row]);
    const held = await shareBudgets(db, "q").of("ann").hold({ usd: 1, tokens: 2 });
    held!.settle(charge);
    expect(statements.at(-1)![1].slice(1)).toEqual(values);
  });
});
