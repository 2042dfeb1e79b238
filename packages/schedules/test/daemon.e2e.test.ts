import { describe, expect, it } from "vitest";
import {
  createSchedules,
  runDaemon,
  sqliteSchedules,
  type DaemonOptions,
  type Job,
  type Schedules,
  type SessionFate,
  type Slot,
} from "../src/index.ts";
import { input, tempSchedules, type TempSchedules } from "./temp-store.ts";

const minute = 60_000;
const hour = 60 * minute;

interface Daemon {
  readonly jobs: Job[];
  /** Ends the daemon and waits for it. */
  stop(): Promise<void>;
}

type Change = Partial<Omit<DaemonOptions, "schedules" | "signal">> & { readonly takesMs?: number };

/** A daemon whose slots take a while on the test's clock. */
function start(schedules: Schedules, { takesMs = 1000, ...change }: Change = {}): Daemon {
  const jobs: Job[] = [];
  const stop = new AbortController();
  const run: DaemonOptions["run"] = async (job, signal) => {
    jobs.push(job);
    await schedules.clock.sleep(takesMs, signal);
    return { outcome: "done", exitCode: 0, costUsd: 0.01 };
  };
  const ended = runDaemon({ schedules, run, signal: stop.signal, tickMs: 5 * minute, ...change });
  return {
    jobs,
    async stop() {
      stop.abort(new Error("The test is over."));
      await ended;
    },
  };
}

const statesOf = (slots: readonly Slot[]) => slots.map(({ state }) => state);

describe("a daemon", () => {
  it("runs each slot when it is due, and records how it ended", async () => {
    using temp = tempSchedules();
    const { schedules, clock } = temp;
    const from = clock.now();
    schedules.add(input());
    const daemon = start(schedules);
    expect(schedules.hasDaemon()).toBe(true);
    await clock.pass(3.5 * hour);
    await daemon.stop();
    const slots = schedules.history().toReversed();
    expect(slots.map(({ planned }) => planned)).toEqual([1, 2, 3].map((at) => from + at * hour));
    expect(slots[0]).toMatchObject({
      state: "ended",
      outcome: "done",
      exitCode: 0,
      costUsd: 0.01,
      startedAt: from + hour,
      endedAt: from + hour + 1000,
    });
    expect(new Set(daemon.jobs.map(({ session }) => session)).size).toBe(3);
    expect(schedules.hasDaemon()).toBe(false);
  });

  it("records what a run threw, and goes on", async () => {
    using temp = tempSchedules();
    temp.schedules.add(input());
    const daemon = start(temp.schedules, { run: () => Promise.reject(new Error("No such program.")) });
    await temp.clock.pass(2 * hour + minute);
    await daemon.stop();
    expect(temp.schedules.history()).toMatchObject([
      { state: "ended", outcome: "internal", reason: "No such program." },
      { state: "ended", outcome: "internal" },
    ]);
  });

  it("runs no more at once than it may", async () => {
    using temp = tempSchedules();
    for (const name of ["a", "b", "c"]) temp.schedules.add(input({ name }));
    const daemon = start(temp.schedules, { maxParallel: 2, takesMs: 10 * minute });
    await temp.clock.pass(hour + minute);
    expect(daemon.jobs).toHaveLength(2);
    await temp.clock.pass(10 * minute);
    expect(daemon.jobs).toHaveLength(3);
    await daemon.stop();
  });

  it("ends what runs when it is stopped, and records that", async () => {
    using temp = tempSchedules();
    temp.schedules.add(input());
    const daemon = start(temp.schedules, { takesMs: 10 * hour });
    await temp.clock.pass(hour + minute);
    await daemon.stop();
    expect(temp.schedules.history()).toMatchObject([
      { state: "ended", outcome: "cancelled", reason: "The test is over." },
    ]);
  });

  it.each([
    ["skip", ["ended", "missed", "ended", "missed"], 2],
    ["queue", ["ended", "ended", "ended", "missed"], 3],
    ["allow", ["ended", "ended", "ended", "ended"], 4],
    ["cancel-previous", ["ended", "ended", "ended", "ended"], 4],
  ] as const)("keeps the rule for slots that overlap: %s", async (overlap, states, started) => {
    using temp = tempSchedules();
    const { schedules, clock } = temp;
    schedules.add(input({ overlap }));
    const daemon = start(schedules, { takesMs: 1.6 * hour });
    await clock.pass(4.5 * hour);
    schedules.pause("report");
    await clock.pass(4 * hour);
    await daemon.stop();
    expect(daemon.jobs).toHaveLength(started);
    expect(statesOf(schedules.history().toReversed())).toEqual(states);
    const cancelled = schedules.history().filter(({ outcome }) => outcome === "cancelled");
    expect(cancelled).toHaveLength(overlap === "cancel-previous" ? 3 : 0);
  });

  it.each([
    ["one", 1],
    ["all", 7],
    ["none", 0],
  ] as const)("catches up after a sleep: %s", async (catchUp, late) => {
    using temp = tempSchedules();
    const { schedules, clock } = temp;
    schedules.add(input({ catchUp }));
    const daemon = start(schedules);
    await clock.pass(minute);
    clock.set(clock.now() + 7.5 * hour);
    await clock.pass(5 * minute);
    await daemon.stop();
    expect(daemon.jobs).toHaveLength(late);
    expect(schedules.history()).toHaveLength(7);
    const missed = schedules.history().filter(({ state }) => state === "missed");
    expect(missed).toHaveLength(7 - late);
    for (const { reason } of missed) expect(reason).toBe("no daemon was running, or the machine slept");
  });

  it("runs no slot twice when the clock is set back, and none too few when it had been wrong", async () => {
    using temp = tempSchedules();
    const { schedules, clock } = temp;
    const from = clock.now();
    schedules.add(input());
    const daemon = start(schedules);
    await clock.pass(3 * hour + minute);
    clock.set(clock.now() - 2 * hour);
    await clock.pass(3 * hour);
    clock.set(from + 900 * hour); // years of it would be the same
    await clock.pass(6 * minute);
    clock.set(from + 5 * hour);
    await clock.pass(3 * hour + minute);
    await daemon.stop();
    const planned = daemon.jobs.map(({ slot }) => (slot.planned - from) / hour);
    expect(planned).toEqual([1, 2, 3, 4, 900, 6, 7, 8]);
  });

  it("starts late where jitter says so, the same for every daemon", async () => {
    using temp = tempSchedules();
    temp.schedules.add(input({ jitterMs: 30 * minute }));
    const daemon = start(temp.schedules);
    await temp.clock.pass(5.6 * hour);
    await daemon.stop();
    const delays = temp.schedules.history().map(({ planned, startedAt = 0 }) => startedAt - planned);
    expect(delays).toHaveLength(5);
    expect(Math.max(...delays)).toBeLessThan(31 * minute);
    expect(new Set(delays).size).toBeGreaterThan(2);
  });

  it("misses a slot whose recipe is not the one that was agreed to", async () => {
    using temp = tempSchedules();
    const { schedules, clock } = temp;
    schedules.add(input({ work: { kind: "recipe", recipe: "/r.yaml", params: {}, consent: "abc" } }));
    let changed: string | undefined;
    const daemon = start(schedules, { checkConsent: async () => changed });
    await clock.pass(1.5 * hour);
    changed = "recipe changed: trust it again";
    await clock.pass(hour);
    await daemon.stop();
    expect(schedules.history()).toMatchObject([
      { state: "missed", reason: "recipe changed: trust it again" },
      { state: "ended", outcome: "done" },
    ]);
  });

  it("comes for one slot and leaves the others", async () => {
    using temp = tempSchedules();
    const { schedules, clock } = temp;
    schedules.add(input());
    clock.set(clock.now() + 2.5 * hour);
    schedules.pause("report");
    const only = schedules.runNow("report");
    const daemon = start(schedules, { only });
    expect(schedules.hasDaemon()).toBe(false);
    await clock.pass(minute);
    expect(schedules.history()).toMatchObject([{ cause: "manual", state: "ended", planned: only.planned }]);
    await daemon.stop();
  });

  it("keeps a bounded history, and does not run what has been cleared away", async () => {
    using temp = tempSchedules();
    const { schedules, clock } = temp;
    schedules.add(input({ cron: "* * * * * *", overlap: "allow" }));
    const daemon = start(schedules, { takesMs: 1, maxParallel: 100 });
    await clock.pass(1300 * 1000);
    expect(schedules.history({ limit: 5000 }).length).toBeLessThan(1010);
    const ran = daemon.jobs.length;
    clock.set(clock.now() - 1250 * 1000);
    await clock.pass(1000);
    await daemon.stop();
    expect(daemon.jobs).toHaveLength(ran);
  });
});

/** A process that cannot be seen from here. */
const elsewhere = {
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

/** A daemon that cannot be seen from here, in the middle of the first slot. */
function leftByAnother({ schedules, clock }: TempSchedules, change: Parameters<typeof input>[0] = {}): Slot {
  const { id } = schedules.add(input(change));
  const planned = clock.now() + hour;
  const slot: Slot = {
    schedule: id,
    planned,
    dueAt: planned,
    cause: "cron",
    state: "running",
    isLate: false,
    session: "their-session",
    owner: "them",
    interruptions: 0,
    startedAt: planned,
  };
  schedules.store.joinDaemon({ ...elsewhere, id: "them" });
  schedules.store.insertSlot(slot);
  schedules.store.changeSchedule(id, { plannedTo: planned });
  clock.set(planned + 1000);
  return slot;
}

describe("a slot whose daemon is gone", () => {
  it("stays with a daemon whose heart beats, however the clock jumps", async () => {
    using temp = tempSchedules();
    const { schedules, clock } = temp;
    leftByAnother(temp);
    const daemon = start(schedules, { leaseMs: 30_000, tickMs: 10_000 });
    for (let at = 0; at < 8; at++) {
      clock.set(clock.now() + 5 * minute);
      await clock.pass(20_000);
      schedules.store.beat("them", 0);
    }
    expect(daemon.jobs).toEqual([]);
    await clock.pass(60_000); // no beat any more
    expect(daemon.jobs).toMatchObject([{ session: "their-session", resumed: true }]);
    await daemon.stop();
    expect(schedules.history()).toMatchObject([{ state: "ended", interruptions: 1 }]);
  });

  const fates: readonly [SessionFate["state"], boolean, Partial<Slot>, boolean | undefined][] = [
    ["ended", true, { state: "ended", outcome: "limit", exitCode: 4 }, undefined],
    ["open", true, { state: "ended", outcome: "done" }, true],
    ["none", true, { state: "ended", outcome: "done" }, false],
    ["open", false, { state: "lost", reason: "its daemon died while it ran" }, undefined],
    ["none", false, { state: "lost", reason: "its daemon died before it had started" }, undefined],
  ];
  it.each(fates)("whose session is %s, resume %s, becomes %j", async (state, resume, becomes, resumed) => {
    using temp = tempSchedules();
    leftByAnother(temp, { resume });
    const fate: SessionFate =
      state === "ended" ? { state, end: { outcome: "limit", exitCode: 4 } } : { state };
    const daemon = start(temp.schedules, { outcomeOf: async () => fate, tickMs: 10_000 });
    await temp.clock.pass(2 * minute);
    await daemon.stop();
    expect(temp.schedules.history()).toMatchObject([
      { ...becomes, session: "their-session", interruptions: 1 },
    ]);
    expect(daemon.jobs.map((job) => job.resumed)).toEqual(resumed === undefined ? [] : [resumed]);
  });

  it("is waited for when its process goes on without the daemon", async () => {
    using temp = tempSchedules();
    leftByAnother(temp);
    let fate: SessionFate = { state: "running" };
    const daemon = start(temp.schedules, { outcomeOf: async () => fate, tickMs: 10_000 });
    await temp.clock.pass(10 * minute);
    expect(statesOf(temp.schedules.history())).toEqual(["running"]);
    fate = { state: "ended", end: { outcome: "done" } };
    await temp.clock.pass(minute);
    await daemon.stop();
    expect(daemon.jobs).toEqual([]);
    expect(temp.schedules.history()).toMatchObject([{ state: "ended", outcome: "done" }]);
  });

  it("is lost when its session cannot be read", async () => {
    using temp = tempSchedules();
    leftByAnother(temp);
    const daemon = start(temp.schedules, {
      outcomeOf: () => Promise.reject(new Error("It is damaged.")),
      tickMs: 10_000,
    });
    await temp.clock.pass(2 * minute);
    await daemon.stop();
    expect(temp.schedules.history()).toMatchObject([
      { state: "lost", reason: "its daemon died, and its session cannot be read: It is damaged." },
    ]);
  });

  it("is taken from a daemon that comes back too late", async () => {
    using temp = tempSchedules();
    const { schedules, clock } = temp;
    schedules.add(input());
    const daemon = start(schedules, { takesMs: 2 * hour, leaseMs: 30_000, tickMs: 10_000 });
    await clock.pass(hour + minute);
    // Somebody who could not see its process has given it up, and taken the slot.
    const [slot] = schedules.history();
    for (const { id } of schedules.store.daemons()) schedules.store.leaveDaemon(id);
    if (slot) schedules.store.changeSlot(slot, { owner: "somebody else" });
    schedules.store.joinDaemon({
      ...elsewhere,
      id: "somebody else",
    });
    await clock.pass(20_000);
    await daemon.stop();
    expect(schedules.history()).toMatchObject([{ state: "running", owner: "somebody else" }]);
  });
});

describe("two daemons", () => {
  it("share 300 slots of ten schedules: each runs once", async () => {
    using temp = tempSchedules();
    const { schedules, clock, path } = temp;
    for (let at = 0; at < 10; at++)
      schedules.add(input({ name: `s${at}`, cron: "*/3 * * * *", overlap: "allow" }));
    using store = sqliteSchedules(path);
    const others = createSchedules({ store, clock, ids: () => crypto.randomUUID() });
    const daemons = [start(schedules, { takesMs: 5000 }), start(others, { takesMs: 5000 })];
    await clock.pass(1.5 * hour + 30_000);
    await Promise.all(daemons.map((daemon) => daemon.stop()));
    const slots = schedules.history({ limit: 2000 });
    expect(slots).toHaveLength(300);
    expect(new Set(statesOf(slots))).toEqual(new Set(["ended"]));
    const jobs = daemons.flatMap((daemon) =>
      daemon.jobs.map(({ slot }) => `${slot.schedule} ${slot.planned}`),
    );
    expect(jobs).toHaveLength(300);
    expect(new Set(jobs).size).toBe(300);
    expect(Math.min(...daemons.map((daemon) => daemon.jobs.length))).toBeGreaterThan(0);
  });
});
