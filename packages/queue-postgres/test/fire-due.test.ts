import { expect, it } from "vitest";
import type { Submission } from "../src/queued-run.ts";
import { fireDue } from "../src/schedules/fire-due.ts";

const now = Date.UTC(2026, 10, 23, 12);
const hour = 3_600_000;

const body = {
  cron: "0 * * * *",
  tz: "UTC",
  work: { kind: "prompt", text: "What is new?" },
  cwd: "/work",
  mode: "plan",
  catchUp: "one",
  overlap: "skip",
  jitterMs: 0,
  limits: {},
  rules: [],
};

const waitingSlot = {
  schedule: "nightly",
  planned: `${now}`,
  through: null,
  cause: "cron",
  state: "planned",
  late: false,
  due_at: `${now}`,
  session: "s",
  job: "j",
  reason: null,
  job_state: null,
  output: null,
  started_on: null,
  completed_on: null,
};

/** Fires one schedule of a database that has these slots and is at `now`. */
async function fire(schedule: object, slots: readonly object[], more: object = {}) {
  const submitted: Submission[] = [];
  const cancelled: string[] = [];
  const settled: (readonly unknown[])[] = [];
  let planned: readonly unknown[] | undefined;
  const row = {
    id: "nightly",
    name: "nightly",
    body: JSON.stringify({ ...body, ...schedule }),
    share: null,
    created_at: "0",
    paused_at: null,
    removed_at: null,
    planned_to: `${now - 3 * hour}`,
    now: `${now}`,
    due: false,
    ...more,
  };
  await fireDue({
    schema: "q",
    newSession: () => "new",
    submit: async (run) => void submitted.push(run),
    cancel: async (ids) => void cancelled.push(...ids),
    db: {
      async executeSql(text, values = []) {
        if (text.includes("WITH moved")) planned = values;
        if (text.includes("SET state")) settled.push(values);
        if (text.includes("removed_at IS NULL")) return { rows: [row] };
        return { rows: text.includes("job_state") ? slots : [] };
      },
    },
  });
  return { submitted, cancelled, settled, planned };
}

it("hands a run nothing that its schedule does not set, and everything that it does", async () => {
  const bare = await fire({}, [waitingSlot]);
  expect(bare.submitted).toEqual([
    { session: "s", task: "What is new?", cwd: "/work", mode: "plan", after: 0 },
  ]);
  expect(bare.settled).toEqual([["nightly", now, "started", null]]);
  const more = { provider: "p", model: "m", limits: { maxTurns: 3 }, maxCostUsd: 1.5, maxTokens: 9 };
  const { submitted } = await fire(more, [waitingSlot], { share: "ann" });
  expect(submitted).toMatchObject([
    {
      provider: "p",
      model: "m",
      share: "ann",
      settings: { maxTurns: "3", maxCostUsd: "1.5", maxTokens: "9" },
    },
  ]);
});

it("misses a slot while an earlier run is on, and says why", async () => {
  const running = { ...waitingSlot, planned: `${now - hour}`, state: "started", job_state: "active" };
  const { submitted, settled } = await fire({}, [running, waitingSlot]);
  expect(submitted).toEqual([]);
  expect(settled).toEqual([["nightly", now, "missed", expect.stringMatching(/\w/) as string]]);
});

it("plans what has come due with a session for each slot, and forgets slots after 30 days", async () => {
  const { planned } = await fire({}, [], { due: true });
  const [id, from, to, next, oldest, slots] = planned!;
  expect([id, from, to, next, oldest]).toEqual([
    "nightly",
    now - 3 * hour,
    now,
    now + hour,
    now - 30 * 24 * hour,
  ]);
  const rows = JSON.parse(slots as string) as readonly { planned: number; state: string; session: string }[];
  expect(rows.map(({ planned: at, state }) => [at, state])).toContainEqual([now, "planned"]);
  expect(rows.every(({ session }) => session === "new")).toBe(true);
});
