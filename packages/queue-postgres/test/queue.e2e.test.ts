import { randomUUID } from "node:crypto";
import { fork } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { postgresPrograms, startPostgres, type PostgresServer } from "@skein/test-kit";
import { databaseOf } from "./database-of.ts";
import { openRunQueue, type RunEnd, type RunQueue, type Submission, type TakenRun } from "../src/index.ts";

const done: RunEnd = { outcome: "done", costUsd: 0.5 };
const failed = (outcome: RunEnd["outcome"]): RunEnd => ({
  outcome,
  error: { code: outcome, message: "No." },
});

function runOf(session: string, more: Partial<Submission> = {}): Submission {
  return { session, task: `do ${session}`, cwd: "/work", after: 0, ...more };
}

describe.skipIf(postgresPrograms() === undefined)("a queue of runs in Postgres (skipped without it)", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  async function open(schema = `q_${randomUUID().replaceAll("-", "")}`): Promise<RunQueue> {
    const queue = await openRunQueue({ url: postgres.url, schema });
    onTestFinished(() => queue.close());
    return queue;
  }

  const onProblem = (sentence: string): void => {
    throw new Error(sentence);
  };

  const stateOf = async (queue: RunQueue, session: string) =>
    (await queue.list()).find((entry) => entry.session === session)?.state;

  it("is worked off by priority, and keeps how each run ended", async () => {
    const queue = await open();
    await queue.submit(runOf("low", { priority: -1 }));
    await queue.submit(runOf("first"));
    await queue.submit(runOf("second", { model: "m", mode: "auto", share: "ann" }));
    await queue.submit(runOf("high", { priority: 5 }));
    expect(await queue.standing()).toMatchObject({ waiting: 4, running: 0, dead: 0 });
    const taken: TakenRun[] = [];
    const stop = await queue.work({ onProblem }, async (run) => (taken.push(run), done));
    await expect.poll(() => taken.length).toBe(4);
    await stop();
    expect(taken.map(({ session }) => session)).toEqual(["high", "first", "second", "low"]);
    const more = { model: "m", mode: "auto", share: "ann", attempt: 1 };
    expect(taken[2]).toMatchObject({ task: "do second", cwd: "/work", ...more });
    expect(taken[1]).not.toHaveProperty("share");
    expect(await queue.standing()).toEqual({ waiting: 0, running: 0, dead: 0, oldestWaitingSeconds: 0 });
    expect((await queue.list()).map(({ state, end }) => [state, end])).toEqual(
      Array.from({ length: 4 }, () => ["ended", done]),
    );
  });

  it("holds one run of a session, and another one once it has ended", async () => {
    const queue = await open();
    await queue.submit(runOf("s"));
    await expect(queue.submit(runOf("s"))).rejects.toMatchObject({ name: "ConfigError", code: "usage" });
    const stop = await queue.work({ onProblem }, async () => done);
    await expect.poll(() => stateOf(queue, "s")).toBe("ended");
    await stop();
    await queue.submit(runOf("s"));
  });

  it("gives no one more than a share, over all workers", async () => {
    const schema = `q_${randomUUID().replaceAll("-", "")}`;
    const queues = [await open(schema), await open(schema)];
    for (let number = 0; number < 6; number++) await queues[0]!.submit(runOf(`a${number}`, { share: "ann" }));
    await queues[0]!.submit(runOf("b", { share: "bob" }));
    let [running, most, ended] = [0, 0, 0];
    const order: string[] = [];
    const run = async ({ session }: TakenRun): Promise<RunEnd> => {
      order.push(session);
      if (session !== "b") most = Math.max(most, ++running);
      await setTimeout(300);
      if (session !== "b") running--;
      ended++;
      return done;
    };
    const stops = await Promise.all(
      queues.map((queue) => queue.work({ atOnce: 2, perShare: 2, onProblem }, run)),
    );
    await expect.poll(() => ended).toBe(7);
    await Promise.all(stops.map((stop) => stop()));
    expect(most).toBeLessThanOrEqual(2);
    expect(order.indexOf("b")).toBeLessThan(4); // not behind all of ann's
  });

  it("tries again what is safe, and sets aside with its outcome what is not", async () => {
    const queue = await open();
    await queue.submit(runOf("shaky"));
    await queue.submit(runOf("poor"));
    await queue.submit(runOf("asks"));
    const ends: Record<string, RunEnd[]> = {
      shaky: [failed("provider"), failed("storage"), done],
      poor: [failed("budget")],
      asks: [failed("needs-input")],
    };
    const attempts: Record<string, number> = {};
    const stop = await queue.work({ onProblem }, async ({ session, attempt }) => {
      attempts[session] = attempt;
      return ends[session]![attempt - 1];
    });
    await expect.poll(() => stateOf(queue, "shaky")).toBe("ended");
    await stop();
    expect(attempts).toEqual({ shaky: 3, poor: 1, asks: 1 });
    expect(await queue.list()).toMatchObject([
      { session: "shaky", state: "ended", attempts: 3, end: done },
      { session: "poor", state: "dead", end: { outcome: "budget" } },
      { session: "asks", state: "ended", end: { outcome: "needs-input" } },
    ]);
  });

  it("cancels what waits and what runs", async () => {
    const queue = await open();
    await queue.submit(runOf("waits"));
    expect(await queue.cancel("waits")).toBe(true);
    expect(await queue.cancel("waits")).toBe(false);
    expect(await stateOf(queue, "waits")).toBe("cancelled");
    await queue.submit(runOf("runs"));
    const stopped = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const stop = await queue.work({ onProblem }, async ({ signal }) => {
      begun.resolve();
      await once(signal, "abort");
      stopped.resolve();
      return { outcome: "cancelled" };
    });
    await begun.promise;
    expect(await queue.cancel("runs")).toBe(true);
    await stopped.promise;
    await stop();
    expect(await stateOf(queue, "runs")).toBe("cancelled");
  });

  it("gets back what a worker has that stops, and what one had that was killed, within 15 seconds", async () => {
    const schema = `q_${randomUUID().replaceAll("-", "")}`;
    const queue = await open(schema);
    await queue.submit(runOf("s"));
    const other = await open(schema);
    const begun = Promise.withResolvers<void>();
    const stopOther = await other.work({ onProblem }, async ({ signal }) => {
      begun.resolve();
      await once(signal, "abort");
      return undefined;
    });
    await begun.promise;
    await stopOther();
    expect(await stateOf(queue, "s")).toBe("waiting");

    const child = fork(new URL("children/hold-run.ts", import.meta.url), [postgres.url, schema], {
      stdio: "inherit",
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child, "message");
    child.kill("SIGKILL");
    const killedAt = performance.now();
    const taken = Promise.withResolvers<TakenRun>();
    const stop = await queue.work({ onProblem }, async (run) => (taken.resolve(run), done));
    expect(await taken.promise).toMatchObject({ session: "s", attempt: 3 });
    expect(performance.now() - killedAt).toBeLessThan(20_000);
    await stop();
  });

  it("counts a lost worker neither as a try nor as a reason to wait longer, until it was too many", async () => {
    const schema = `q_${randomUUID().replaceAll("-", "")}`;
    const queue = await open(schema);
    await queue.submit(runOf("s"));
    const sql = databaseOf(postgres.url, schema);
    await sql(`UPDATE ${schema}.job SET retry_count = 11, started_on = now()`); // 12 workers were lost before
    for (let lost = 0; lost < 2; lost++) {
      const child = fork(new URL("children/hold-run.ts", import.meta.url), [postgres.url, schema]);
      onTestFinished(() => void child.kill("SIGKILL"));
      await once(child, "message");
      child.kill("SIGKILL");
      await sql(`UPDATE ${schema}.job SET heartbeat_on = now() - interval '1 minute'`);
    }
    const begun: { attempt: number; at: number }[] = [];
    const startedAt = performance.now();
    const ends = [failed("provider"), undefined, done];
    const stop = await queue.work({ onProblem }, async ({ attempt }) => {
      begun.push({ attempt, at: performance.now() - startedAt });
      return ends[begun.length - 1];
    });
    await expect.poll(() => stateOf(queue, "s")).toBe("ended");
    await stop();
    expect(begun.map(({ attempt }) => attempt)).toEqual([15, 16, 17]);
    expect(begun[0]!.at).toBeLessThan(8_000); // with backoff it would be a minute

    await queue.submit(runOf("poison"));
    await sql(
      `UPDATE ${schema}.job SET state = 'active', retry_count = retry_limit, started_on = now(), heartbeat_on = now() - interval '1 minute' WHERE singleton_key = 'poison'`,
    );
    await expect.poll(() => stateOf(queue, "poison")).toBe("dead");
    expect((await queue.list()).at(-1)?.end).toMatchObject({
      outcome: "internal",
      error: { code: "worker-lost" },
    });
  });

  it("is opened once a database that is being restarted is there again, and refused where it may not be", async () => {
    await postgres.stop("SIGINT");
    const opening = open();
    await setTimeout(1_500);
    await postgres.start();
    expect(await (await opening).list()).toEqual([]);
    await expect(
      openRunQueue({ url: postgres.url.replace("/postgres?", "/missing?") }),
    ).rejects.toMatchObject({ name: "ConfigError", message: expect.stringContaining('"missing"') as string });
  });
});
