import { describe, expect, it } from "vitest";
import { currentProcess } from "@skein/platform/process";
import type { SessionFate } from "../src/index.ts";
import type { Job } from "../src/job.ts";
import { runSlot } from "../src/run-slot.ts";
import type { Slot } from "../src/slot.ts";
import type { Daemon } from "../src/store.ts";
import { watchDaemons } from "../src/watch-daemons.ts";
import { input, tempSchedules } from "./temp-store.ts";

async function recover(
  fate: SessionFate,
  { resume = true, ...change }: Partial<Slot> & { readonly resume?: boolean } = {},
) {
  using temp = tempSchedules();
  const schedule = temp.schedules.add(input({ resume }));
  const slot: Slot = {
    schedule: schedule.id,
    planned: 1,
    dueAt: 1,
    cause: "cron",
    state: "running",
    isLate: false,
    interruptions: 1,
    session: "their-session",
    ...change,
  };
  const jobs: Job[] = [];
  const { signal } = new AbortController();
  const runner = {
    run: async (job: Job) => (jobs.push(job), { outcome: "done" } as const),
    outcomeOf: async () => fate,
    clock: temp.clock,
    tickMs: 1000,
    signal,
  };
  const end = await runSlot(runner, { schedule, slot, recovered: true }, signal);
  return { end, jobs: jobs.map(({ session, resumed }) => [session, resumed]) };
}

describe("a slot whose daemon died", () => {
  it("is resumed in its session when that was begun, and started in it when it was not", async () => {
    expect(await recover({ state: "open" })).toMatchObject({
      end: { state: "ended" },
      jobs: [["their-session", true]],
    });
    expect(await recover({ state: "none" })).toMatchObject({
      end: { state: "ended" },
      jobs: [["their-session", false]],
    });
  });

  it.each([
    ["open", "its daemon died while it ran"],
    ["none", "its daemon died before it had started"],
  ] as const)("is lost where it may not be resumed: its session is %s", async (state, reason) => {
    expect(await recover({ state }, { resume: false })).toEqual({ end: { state: "lost", reason }, jobs: [] });
  });

  it("is lost where it was to be stopped", async () => {
    expect(await recover({ state: "open" }, { stop: "the next one is due" })).toEqual({
      end: { state: "lost", reason: "its daemon died, and the next one is due" },
      jobs: [],
    });
  });

  it("has ended when its session has, whether it may be resumed or not", async () => {
    for (const resume of [true, false]) {
      const fate = { state: "ended", end: { outcome: "limit", exitCode: 4 } } as const;
      expect(await recover(fate, { resume })).toEqual({
        end: { state: "ended", outcome: "limit", exitCode: 4 },
        jobs: [],
      });
    }
  });
});

describe("a daemon that cannot be seen from here", () => {
  const elsewhere: Daemon = {
    id: "them",
    pid: 1,
    started: "1",
    host: "elsewhere",
    boot: "x",
    pidSpace: "y",
    since: 0,
    beat: 0,
    leaseUntil: 0,
    forOneSlot: false,
  };

  it("is gone after it was silent for as long as was waited since its last beat", () => {
    const watch = watchDaemons(currentProcess(), 30_000);
    watch.waited(100_000);
    expect(watch.isGone(elsewhere)).toBe(false);
    watch.waited(29_999);
    expect(watch.isGone(elsewhere)).toBe(false);
    expect(watch.isGone({ ...elsewhere, beat: 1 })).toBe(false);
    watch.waited(29_999);
    expect(watch.isGone({ ...elsewhere, beat: 1 })).toBe(false);
    watch.waited(1);
    expect(watch.isGone({ ...elsewhere, beat: 1 })).toBe(true);
    expect(watch.isGone({ ...elsewhere, id: "others" })).toBe(false);
  });
});
