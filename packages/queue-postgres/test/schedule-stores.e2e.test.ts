import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createSchedules, sqliteSchedules, type ScheduleInput, type Schedules } from "@skein/schedules";
import { postgresPrograms, startPostgres, type PostgresServer } from "@skein/test-kit";
import { openRunQueue, type RunQueue } from "../src/index.ts";
import { databaseOf } from "./database-of.ts";

const hour = 3_600_000;

const input: ScheduleInput = {
  name: "news",
  cron: "0 * * * *",
  tz: "UTC",
  work: { kind: "prompt", text: "What is new?" },
  cwd: "/work",
  mode: "plan",
};

type Managed = Pick<Schedules, "add" | "list" | "get" | "pause" | "resume" | "remove" | "runNow" | "history">;
type Later<Of> = {
  [Key in keyof Of]: Of[Key] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never;
};

interface Store {
  readonly schedules: Later<Managed>;
  /** As if so much time had passed since everything that was planned. */
  readonly age: (ms: number) => Promise<void>;
}

/** With what it throws as a rejection. */
function later(schedules: Managed): Later<Managed> {
  return {
    add: async (one) => schedules.add(one),
    list: async () => schedules.list(),
    get: async (name) => schedules.get(name),
    pause: async (name) => schedules.pause(name),
    resume: async (name) => schedules.resume(name),
    remove: async (name) => schedules.remove(name),
    runNow: async (name) => schedules.runNow(name),
    history: async (options) => schedules.history(options),
  };
}

function openSqlite(): Store {
  const folder = mkdtempSync(join(tmpdir(), "skein-stores-"));
  const store = sqliteSchedules(join(folder, "schedules.db"));
  onTestFinished(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });
  let passed = 0;
  const clock = { now: () => Date.now() + passed, sleep: () => Promise.resolve() };
  return {
    schedules: later(createSchedules({ store, clock })),
    age: async (ms) => void (passed += ms),
  };
}

let postgres: PostgresServer | undefined;
beforeAll(async () => {
  if (postgresPrograms()) postgres = await startPostgres();
});
afterAll(() => postgres?.[Symbol.asyncDispose]());

async function openPostgres(): Promise<Store> {
  const { url } = postgres!;
  const schema = `q_${randomUUID().replaceAll("-", "")}`;
  const queue: RunQueue = await openRunQueue({ url, schema });
  onTestFinished(() => queue.close());
  const sql = databaseOf(url, schema);
  const { schedules } = queue;
  return {
    schedules: { ...schedules, history: (options) => schedules.history({ limit: 100, ...options }) },
    age: async (ms) => void (await sql(`UPDATE ${schema}.schedules SET planned_to = planned_to - ${ms}`)),
  };
}

const stores = [
  { name: "SQLite", open: async () => openSqlite(), isMissing: false },
  { name: "Postgres", open: openPostgres, isMissing: postgresPrograms() === undefined },
];

for (const { name, open, isMissing } of stores) {
  describe.skipIf(isMissing)(`schedules in ${name}`, () => {
    it("are as they were added, by name", async () => {
      const { schedules } = await open();
      const added = await schedules.add({ ...input, maxCostUsd: 0.5 });
      await schedules.add({ ...input, name: "another" });
      const kept = await schedules.get("news");
      expect(kept).toEqual({ ...added, nextAt: expect.any(Number), isRunning: false });
      expect(kept.nextAt! % hour).toBe(0);
      expect(kept).toMatchObject({ overlap: "skip", catchUp: "one", jitterMs: 0, resume: true });
      expect((await schedules.list()).map((one) => one.name)).toEqual(["another", "news"]);
      expect((await schedules.get(added.id)).name).toBe("news");
    });

    it("have names of their own, which are free again after them", async () => {
      const { schedules } = await open();
      await expect(schedules.get("news")).rejects.toMatchObject({
        message: 'There is no schedule "news".',
        hint: "There are none yet.",
      });
      await schedules.add(input);
      await expect(schedules.add(input)).rejects.toThrow('name: there is a schedule "news" already.');
      await expect(schedules.get("other")).rejects.toMatchObject({ hint: "There is: news." });
      await schedules.remove("news");
      expect(await schedules.list()).toEqual([]);
      await expect(schedules.pause("news")).rejects.toThrow('There is no schedule "news".');
      await schedules.add(input);
      await expect(schedules.add({ ...input, name: "two words" })).rejects.toThrow(/^name: /);
    });

    it("say what was missed while they were paused", async () => {
      const { schedules, age } = await open();
      await schedules.add(input);
      await schedules.pause("news");
      const { pausedAt } = await schedules.get("news");
      await schedules.pause("news");
      expect(await schedules.get("news")).toMatchObject({ pausedAt });
      expect(await schedules.get("news")).not.toHaveProperty("nextAt");
      await age(5 * hour);
      await schedules.resume("news");
      const [missed, ...others] = await schedules.history({});
      expect(others).toEqual([]);
      expect(missed).toMatchObject({ state: "missed", cause: "cron", reason: "the schedule was paused" });
      expect(missed!.through! - missed!.planned).toBe(4 * hour);
      const resumed = await schedules.get("news");
      expect(resumed).not.toHaveProperty("pausedAt");
      expect(resumed.nextAt! - missed!.through!).toBe(hour);
      await schedules.resume("news");
      expect(await schedules.history({})).toHaveLength(1);
    });

    it("run now as often as they are told to, also at once, each time a slot of its own", async () => {
      const { schedules } = await open();
      await schedules.add(input);
      const slots = await Promise.all([1, 2, 3, 4].map(() => schedules.runNow("news")));
      expect(new Set(slots.map(({ planned }) => planned)).size).toBe(4);
      expect(slots[0]).toMatchObject({ cause: "manual", state: "planned", isLate: false });
      const history = await schedules.history({ name: "news" });
      expect(history.map(({ planned }) => planned)).toEqual(
        slots.map(({ planned }) => planned).toSorted((one, other) => other - one),
      );
      expect(await schedules.history({ name: "news", limit: 2 })).toEqual(history.slice(0, 2));
      expect((await schedules.get("news")).last).toEqual(history[0]);
    });

    it("miss what waits when they are paused or removed, and keep their history", async () => {
      const { schedules } = await open();
      await schedules.add(input);
      await schedules.runNow("news");
      await schedules.pause("news");
      expect(await schedules.history({})).toMatchObject([
        { state: "missed", reason: "the schedule was paused" },
      ]);
      await schedules.runNow("news");
      await schedules.remove("news");
      const past = await schedules.history({ name: "news" });
      expect(past.map(({ reason }) => reason)).toEqual([
        "the schedule was removed",
        "the schedule was paused",
      ]);
      await expect(schedules.history({ name: "other" })).rejects.toThrow('There is no schedule "other".');
    });
  });
}
