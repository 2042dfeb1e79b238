import { describe, expect, it } from "vitest";
import { attemptsIn, proofOf } from "../src/attempts.ts";
import { entryOf } from "../src/queue-entry.ts";
import { fireEvery } from "../src/schedules/fire-every.ts";
import { toSlot } from "../src/schedules/schedule-rows.ts";

const at = new Date("2026-11-23T12:00:00Z");
const run = { session: "s", task: "t", cwd: "/w", after: 0 };
const job = (more: object = {}) =>
  ({
    data: { ...run, tries: 2 },
    state: "created",
    retryCount: 0,
    createdOn: at,
    priority: 3,
    ...more,
  }) as never;

describe("a run in a list of the queue", () => {
  it.each([
    ["created", 0, "waiting", 0],
    ["retry", 1, "waiting", 2],
    ["active", 0, "running", 1],
    ["active", 2, "running", 3],
    ["completed", 0, "ended", 1],
    ["cancelled", 0, "cancelled", 1],
    ["failed", 4, "dead", 5],
  ])(
    "that pg-boss has as %s, tried %d times, is %s, had by %d workers",
    (state, retryCount, shown, attempts) => {
      expect(entryOf(job({ state, retryCount }))).toEqual({
        ...run,
        state: shown,
        attempts,
        submittedAt: at,
        priority: 3,
      });
    },
  );

  it("has its share, and its end once it has one", () => {
    const output = { outcome: "done", costUsd: 1 };
    expect(entryOf(job({ state: "completed", groupId: "me", completedOn: at, output }))).toMatchObject({
      share: "me",
      end: output,
    });
    expect(entryOf(job({ groupId: null }))).not.toHaveProperty("share");
    expect(entryOf(job({ output }))).not.toHaveProperty("end");
  });

  it.each<[state: string, output: unknown, outcome: string]>([
    ["cancelled", { outcome: "done" }, "cancelled"],
    ["completed", { outcome: "limit" }, "limit"],
    ["failed", { outcome: "provider" }, "provider"],
    ["failed", null, "internal"],
    ["failed", "lost", "internal"],
    ["failed", { message: "heartbeat" }, "internal"],
  ])("that is %s with %j has ended: %s", (state, output, outcome) => {
    expect(entryOf(job({ state, output, completedOn: at, retryCount: 2 })).end).toMatchObject({ outcome });
  });

  it("that was lost too often says how often", () => {
    const { end } = entryOf(job({ state: "failed", output: {}, completedOn: at, retryCount: 2 }));
    expect(end?.error).toMatchObject({
      code: "worker-lost",
      message: "The worker that had it was lost 3 times.",
    });
  });
});

describe("an attempt of a run", () => {
  const taken = (tries?: number) => ({
    id: "0d9f7a6e-0000-4000-8000-000000000000",
    retryCount: 1,
    data: { ...run, ...(tries === undefined ? {} : { tries }) },
  });

  function attempts() {
    const statements: (readonly [string, readonly unknown[]])[] = [];
    const db = {
      executeSql(text: string, values: readonly unknown[] = []) {
        statements.push([text.replaceAll(/\s+/g, " "), values]);
        return Promise.resolve({ rows: [] });
      },
    };
    return { attempts: attemptsIn(db, "q"), statements };
  }

  it("is followed at once where its worker is lost, also after one that had to wait", async () => {
    const at1 = attempts();
    await at1.attempts.begin(taken());
    expect(at1.statements).toEqual([]);
    await at1.attempts.begin(taken(1));
    expect(at1.statements).toMatchObject([
      [expect.stringContaining("SET retry_delay = 0 WHERE"), [taken().id, 1]],
    ]);
  });

  it.each([
    [undefined, 1],
    [3, 4],
  ])("that failed after %s others is counted as %d", async (before, tries) => {
    const failed = attempts();
    await failed.attempts.failed(taken(before), 8);
    const [[, values] = []] = failed.statements;
    expect(values?.slice(0, 3)).toEqual([taken().id, 1, 8]);
    expect(JSON.parse(values?.[3] as string)).toEqual({ ...run, tries });
  });

  it("is proved by its job, its number and that it is active", () => {
    const proof = proofOf(taken(), "q_1");
    for (const part of ['"q_1".job', taken().id, "retry_count = 1", "state = 'active'", "FOR SHARE"])
      expect(proof).toContain(part);
  });
});

describe("a look each second", () => {
  const until = async (check: () => boolean) => {
    while (!check()) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it("reports a problem once as long as it stays the same, and goes on", async () => {
    const problems: string[] = [];
    const results = ["no database", "no database", "", "no database", "other"];
    let looks = 0;
    const looking = fireEvery(
      async () => {
        const problem = results[looks++];
        if (problem) throw new Error(problem);
      },
      (sentence) => void problems.push(sentence),
    );
    await until(() => looks >= results.length);
    await looking.stop();
    expect(problems).toEqual(["Schedules: no database", "Schedules: no database", "Schedules: other"]);
  });

  it("waits for the look that is on when it is stopped, and has one at a time", async () => {
    const gate = Promise.withResolvers<void>();
    let [looks, ended] = [0, 0];
    const looking = fireEvery(
      async () => {
        looks++;
        await gate.promise;
        ended++;
      },
      () => undefined,
    );
    await until(() => looks > 0);
    const stopped = looking.stop();
    gate.resolve();
    await stopped;
    expect([looks, ended]).toEqual([1, 1]);
  });
});

describe("a slot of a schedule", () => {
  const row = {
    schedule: "nightly",
    planned: "1000",
    cause: "due",
    state: "started",
    late: false,
    due_at: "1000",
    session: "s",
    job: "j",
    through: null,
    reason: null,
    job_state: null,
    output: null,
    started_on: null,
    completed_on: null,
  };
  const slotOf = (more: object) => toSlot({ ...row, ...more } as never);

  it.each([
    ["created", "running"],
    ["retry", "running"],
    ["active", "running"],
    ["completed", "ended"],
    ["cancelled", "ended"],
    ["failed", "ended"],
    [null, "ended"],
  ])("whose run is %s is %s", (job_state, state) => {
    expect(slotOf({ job_state })).toMatchObject({ state, planned: 1000, dueAt: 1000, interruptions: 0 });
  });

  it.each(["missed", "skipped"])("that never had a run stays %s", (state) => {
    expect(slotOf({ state, job_state: "active" }).state).toBe(state);
  });

  it("has what became of its run, and only what is known", () => {
    const output = { outcome: "done", costUsd: 0.5 };
    const slot = slotOf({
      job_state: "completed",
      output,
      started_on: at,
      completed_on: at,
      through: "5",
      reason: "r",
    });
    expect(slot).toMatchObject({
      outcome: "done",
      costUsd: 0.5,
      startedAt: at.getTime(),
      endedAt: at.getTime(),
      through: 5,
      reason: "r",
    });
    expect(slotOf({ job_state: "cancelled", output })).toMatchObject({ outcome: "cancelled" });
    expect(slotOf({ job_state: "active", output })).not.toHaveProperty("outcome");
    for (const field of ["outcome", "costUsd", "startedAt", "endedAt", "through", "reason"])
      expect(slotOf({})).not.toHaveProperty(field);
  });
});
