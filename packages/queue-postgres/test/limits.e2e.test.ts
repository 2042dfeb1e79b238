import { fork, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createBudget } from "@skein/sessions/budget";
import type { BudgetClaim, Reservation } from "@skein/protocol";
import { postgresPrograms, startPostgres, type PostgresServer } from "@skein/test-kit";
import { openRunQueue, type RunQueue } from "../src/index.ts";
import { databaseOf } from "./database-of.ts";

const never = new AbortController().signal;
const price = { input: 1_000_000, output: 1_000_000 };
const claim: BudgetClaim = {
  provider: "p",
  model: "m",
  inputTokens: 1,
  outputTokens: 9,
  leastOutputTokens: 1,
  price,
};

interface Told {
  /** The process waits until this number is sent back. */
  readonly id?: number;
  readonly sent?: number;
  readonly ended?: number;
  readonly waits?: string;
  readonly refused?: { readonly code: string; readonly message: string };
  readonly over?: true;
}

async function entered(asked: Promise<unknown>): Promise<Reservation> {
  const found = await asked;
  expect(found).toHaveProperty("settle");
  return found as Reservation;
}

describe.skipIf(postgresPrograms() === undefined)("limits of all workers (skipped without Postgres)", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  async function open(): Promise<{ queue: RunQueue; schema: string }> {
    const schema = `q_${randomUUID().replaceAll("-", "")}`;
    const queue = await openRunQueue({ url: postgres.url, schema });
    onTestFinished(() => queue.close());
    return { queue, schema };
  }

  function startCaller(
    schema: string,
    share: string,
    seed: number,
    onTold: (told: Told) => void,
  ): ChildProcess {
    const child = fork(new URL("children/make-calls.ts", import.meta.url), [
      postgres.url,
      schema,
      share,
      String(seed),
    ]);
    onTestFinished(() => void child.kill("SIGKILL"));
    child.on("message", (told: Told) => {
      onTold(told);
      if (told.id !== undefined && child.connected) child.send(told.id, () => undefined);
    });
    return child;
  }

  it("are never passed by four processes, of which one is killed", async () => {
    const { queue, schema } = await open();
    await queue.limits.setCalls({ name: "p", requests: 60, atOnce: 5 });
    await queue.limits.setCalls({ name: "p/m", tokens: 200 });
    let [requests, settled, most] = [0, 0, 0];
    const underWay = new Map<number, number>();
    const add = (number: number, calls: number): void => {
      underWay.set(number, (underWay.get(number) ?? 0) + calls);
      most = Math.max(
        most,
        [...underWay.values()].reduce((sum, count) => sum + count, 0),
      );
    };
    const waits = new Set<string>();
    const children = [1, 2, 3, 4].map((number) =>
      startCaller(schema, "", number * 7919, ({ sent, ended, waits: reason }) => {
        if (reason) waits.add(reason);
        if (sent !== undefined) requests++;
        if (sent !== undefined) add(number, 1);
        if (ended !== undefined) add(number, -1);
        if (ended !== undefined) settled += ended;
      }),
    );
    await expect.poll(() => requests).toBeGreaterThan(10);
    children[0]!.once("disconnect", () => underWay.delete(1));
    children[0]!.kill("SIGKILL");
    await expect.poll(() => requests).toBeGreaterThan(20);
    await expect.poll(() => [...waits].join()).toMatch(/Waiting for a turn: .*p.* has \d+ of \d+/);
    await setTimeout(3_000);
    // A process has its lease while it waits for its parent to count the call, and to count its end.
    expect(most).toBeLessThanOrEqual(5);
    expect(requests).toBeLessThanOrEqual(60);
    expect(settled).toBeLessThanOrEqual(200);
    const before = requests;
    const sql = databaseOf(postgres.url, schema);
    await sql(`UPDATE ${schema}.calls SET until = until - interval '61 seconds' WHERE NOT is_open`);
    await expect.poll(() => requests).toBeGreaterThan(before + 10);
    await setTimeout(1_000);
    expect(requests - before).toBeLessThanOrEqual(60);
    for (const child of children) child.kill("SIGKILL");
  });

  it("let calls of others in once a lease of a lost process has ended, and count it as made", async () => {
    const { queue, schema } = await open();
    await queue.limits.setCalls({ name: "p", requests: 2, atOnce: 1 });
    const budget = queue.limits.limitCalls(undefined);
    const sql = databaseOf(postgres.url, schema);
    await sql(
      `INSERT INTO ${schema}.calls VALUES (gen_random_uuid(), 'p', 'm', 5, true, now() + interval '1 second')`,
    );
    const told: string[] = [];
    const startedAt = performance.now();
    const second = await entered(budget.reserve(claim, never, (why) => told.push(why)));
    expect(performance.now() - startedAt).toBeGreaterThan(500);
    expect(told).toEqual(["Waiting for a turn: p has 1 of 2 requests in a minute, 1 of 1 requests at once."]);
    second.settle({ tokens: 3, costUsd: 3, isEstimate: false });
    await expect(budget.reserve(claim, AbortSignal.timeout(600))).rejects.toMatchObject({
      name: "TimeoutError",
    });
    expect((await queue.limits.list()).calls).toEqual([
      { name: "p", requests: 2, atOnce: 1, used: { requests: 2, tokens: 8, atOnce: 0 } },
    ]);
  });

  it("lower the reply of a call that no minute has room for, and refuse it when nothing is left of it", async () => {
    const { queue } = await open();
    const budget = queue.limits.limitCalls(undefined);
    expect((await entered(budget.reserve(claim, never))).outputTokens).toBeUndefined();
    await queue.limits.setCalls({ name: "p/m", tokens: 6 });
    const lowered = await entered(budget.reserve(claim, never));
    expect(lowered.outputTokens).toBe(5);
    expect(await lowered.grow(6)).toBe(false);
    expect(await budget.reserve({ ...claim, inputTokens: 6 }, never)).toMatchObject({
      refused: { code: "call-limit" },
    });
    await queue.limits.setCalls({ name: "p/m" });
    expect((await queue.limits.list()).calls).toEqual([]);
  });

  it("never let shares of three processes spend more than their budgets", async () => {
    const { queue, schema } = await open();
    await queue.limits.setShare({ share: "ann", period: "day", usd: 100 });
    await queue.limits.setShare({ share: "ann/shop", period: "month", tokens: 40 });
    await queue.limits.setShare({ share: "*", period: "day", usd: 30 });
    const spent: Record<string, number> = {};
    const refused: Record<string, string[]> = {};
    const toTheEnd = (...shares: readonly string[]) =>
      Promise.all(
        shares.map((share, number) => {
          const child = startCaller(schema, share, (number + 1) * 104_729, ({ ended = 0, refused: why }) => {
            spent[share] = (spent[share] ?? 0) + ended;
            if (why) (refused[share] ??= []).push(`${why.code}: ${why.message}`);
          });
          return once(child, "exit");
        }),
      );
    await toTheEnd("ann/shop", "ann/shop", "bob");
    await toTheEnd("ann/blog", "ann/shop");
    expect(spent["ann/shop"]).toBeLessThanOrEqual(40);
    expect(spent["ann/shop"]! + spent["ann/blog"]!).toBeLessThanOrEqual(100);
    expect(spent["bob"]).toBeLessThanOrEqual(30);
    expect(spent["bob"]).toBeGreaterThan(20);
    expect(refused["ann/shop"]?.[0]).toContain("budget-share-month: The next model call was not made");
    expect(refused["ann/blog"]?.[0]).toMatch(/budget-share-day: .* of \$100 are spent by ann today/);
    expect(refused["bob"]?.[0]).toContain("of $30 are spent by bob today");
    const { shares: listed } = await queue.limits.list();
    expect(listed.find(({ share }) => share === "ann/shop")).toMatchObject({
      spentTokens: spent["ann/shop"],
      heldUsd: 0,
    });
  });

  it("charge what a lost process had reserved, and refuse what has no price", async () => {
    const { queue, schema } = await open();
    await queue.limits.setShare({ share: "ann", period: "day", usd: 20 });
    const sql = databaseOf(postgres.url, schema);
    await sql(
      `INSERT INTO ${schema}.share_holds VALUES (gen_random_uuid(), 'ann/shop', (now() AT TIME ZONE 'utc')::date, 15, 15, now() + interval '1 second')`,
    );
    const budget = createBudget([queue.limits.budgetOf("ann")]);
    const reserved = await entered(budget.reserve({ ...claim, outputTokens: 3 }, never));
    reserved.settle({ tokens: 4, costUsd: 4, isEstimate: false });
    expect(await budget.reserve({ ...claim, outputTokens: 1 }, never)).toMatchObject({
      refused: { code: "budget-share-day", message: expect.stringContaining("at most $19") as string },
    });
    await expect(budget.reserve({ ...claim, price: undefined }, never)).rejects.toMatchObject({
      name: "ConfigError",
    });
  });
});
