import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { postgresPrograms, startPostgres, type PostgresServer } from "@skein/test-kit";
import { openRunQueue, type QueueScheduleInput, type RunQueue } from "../src/index.ts";
import { databaseOf } from "./database-of.ts";

const input: QueueScheduleInput = {
  name: "news",
  cron: "* * * * * *",
  tz: "UTC",
  work: { kind: "prompt", text: "What is new?" },
  cwd: "/work",
  mode: "plan",
};

describe.skipIf(postgresPrograms() === undefined)(
  "schedules of all workers (skipped without Postgres)",
  () => {
    let postgres: PostgresServer;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres[Symbol.asyncDispose]());

    async function open(schema = `q_${randomUUID().replaceAll("-", "")}`) {
      const queue = await openRunQueue({ url: postgres.url, schema });
      onTestFinished(() => queue.close());
      return { queue, schema, sql: databaseOf(postgres.url, schema) };
    }

    /** As if so much time had passed. */
    const age = (schema: string, ms: number) =>
      `UPDATE ${schema}.schedules SET planned_to = planned_to - ${ms}, next_at = planned_to - ${ms} + 1000`;

    const history = async (queue: RunQueue) =>
      (await queue.schedules.history({ limit: 1_000 }))
        .toReversed()
        .map(({ state, reason }) => reason ?? state);

    it("fire each slot once by three workers, of which one is killed", async () => {
      const { queue, schema } = await open();
      const begun = new Map<string, number>();
      const children = [1, 2, 3].map(() => {
        const child = fork(new URL("children/work-and-fire.ts", import.meta.url), [
          postgres.url,
          schema,
          "4",
        ]);
        onTestFinished(() => void child.kill("SIGKILL"));
        child.on("message", ({ begun: session }: { begun?: string }) => {
          if (session !== undefined) begun.set(session, (begun.get(session) ?? 0) + 1);
        });
        return child;
      });
      await queue.schedules.add({ ...input, overlap: "allow" });
      await expect.poll(() => begun.size).toBeGreaterThan(4);
      children[0]!.kill("SIGKILL");
      const before = begun.size;
      await expect.poll(() => begun.size).toBeGreaterThan(before + 3);
      await queue.schedules.pause("news");
      await expect.poll(async () => (await queue.list()).every(({ state }) => state === "ended")).toBe(true);
      const slots = (await queue.schedules.history({ limit: 1_000 })).filter(
        ({ state }) => state === "ended",
      );
      expect(new Set(slots.map(({ session }) => session))).toEqual(new Set(begun.keys()));
      expect(slots.map(({ planned }) => planned / 1000).toReversed()).toEqual(
        Array.from(slots, (_, at) => slots.at(-1)!.planned / 1000 + at), // no second is left out
      );
      // The killed one may have begun runs that another one began again; every other run was begun once.
      const again = [...begun.values()].filter((times) => times > 1);
      expect(again.length).toBeLessThanOrEqual(4);
      expect((await queue.list()).length).toBe(slots.length);
      expect(slots[0]).toMatchObject({ outcome: "done", costUsd: 0.5 });
    });

    it("miss nothing by a pause in which nothing was due", async () => {
      const { queue } = await open();
      await queue.schedules.add({ ...input, cron: "0 0 1 1 *" });
      await queue.schedules.pause("news");
      expect(await queue.schedules.get("news")).toHaveProperty("pausedAt");
      await queue.schedules.resume("news");
      expect(await queue.schedules.get("news")).not.toHaveProperty("pausedAt");
      expect(await history(queue)).toEqual([]);
    });

    it("are planned and submitted once, however many look at the same time, and whoever dies in between", async () => {
      const { queue, schema, sql } = await open();
      const others = await Promise.all([1, 2, 3].map(() => open(schema)));
      await queue.schedules.add({ ...input, overlap: "allow" });
      for (let round = 0; round < 10; round++) {
        await sql(age(schema, 3_000));
        await Promise.all(
          [queue, ...others.map((other) => other.queue)].map((one) => one.schedules.fire(randomUUID)),
        );
        // One that died after it had submitted: the slots look as before.
        await sql(`UPDATE ${schema}.slots SET state = 'planned'`);
      }
      await queue.schedules.fire(randomUUID);
      const slots = await queue.schedules.history({ limit: 1_000 });
      const runs = await queue.list();
      expect(slots.length).toBeGreaterThanOrEqual(3);
      expect(runs).toHaveLength(slots.length);
      expect(new Set(runs.map(({ session }) => session))).toEqual(
        new Set(slots.map(({ session }) => session)),
      );
      expect(runs[0]).toMatchObject({ task: "What is new?", cwd: "/work", mode: "plan" });
    });

    it("keep the rules of overlaps, missed slots and pauses", async () => {
      const { queue, schema, sql } = await open();
      await queue.schedules.add({ ...input, cron: "*/2 * * * * *", share: "ann", maxCostUsd: 2 });
      await sql(age(schema, 6_000));
      await queue.schedules.fire(randomUUID);
      const [first, ...others] = await history(queue);
      expect(first).toBe("running");
      expect(new Set(others)).toEqual(new Set(["the one before was still running"]));
      expect(await queue.list()).toMatchObject([{ settings: { maxCostUsd: "2" }, state: "waiting" }]);
      expect(await queue.schedules.get("news")).toMatchObject({
        isRunning: true,
        nextAt: expect.any(Number),
      });

      await queue.schedules.pause("news");
      await sql(`UPDATE ${schema}.slots SET planned = planned - 3600000`); // out of the way of those to come
      await sql(age(schema, 6_000));
      await queue.schedules.fire(randomUUID);
      expect((await queue.schedules.get("news")).nextAt).toBeUndefined();
      await queue.schedules.resume("news");
      expect((await history(queue)).at(-1)).toBe("the schedule was paused");
      await queue.schedules.runNow("news");
      await queue.schedules.fire(randomUUID);
      expect(await queue.list()).toHaveLength(2);

      await queue.schedules.remove("news");
      await expect(queue.schedules.get("news")).rejects.toThrow('no schedule "news"');
      const late = { ...input, cron: "0 * * * *", catchUp: "one" } as const;
      await queue.schedules.add(late);
      const hours = 5 * 3_600_000;
      await sql(age(schema, hours));
      await queue.schedules.fire(randomUUID);
      expect((await queue.list()).length).toBe(3);
      await expect(queue.schedules.add(late)).rejects.toThrow("already");
      const recipe = { kind: "recipe", recipe: "/r.yaml", params: {} } as const;
      await expect(queue.schedules.add({ ...input, name: "r", work: recipe })).rejects.toThrow("no recipe");
    });
  },
);
