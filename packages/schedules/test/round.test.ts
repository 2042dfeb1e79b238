import { currentProcess } from "@skein/platform/process";
import { describe, expect, it } from "vitest";
import { runRound, type Round, type RoundRequest } from "../src/run-round.ts";
import type { Slot } from "../src/slot.ts";
import type { Daemon } from "../src/store.ts";
import { input, tempSchedules, type TempSchedules } from "./temp-store.ts";

const minute = 60_000;
const hour = 60 * minute;

function roundOf({ schedules, clock }: TempSchedules, change: Partial<RoundRequest> = {}): Round {
  return runRound({
    store: schedules.store,
    watch: { waited: () => undefined, isGone: () => true },
    daemon: "me",
    clock,
    capacity: 4,
    graceMs: minute,
    maxCatchUp: 20,
    newSession: schedules.ids,
    consents: new Map(),
    only: undefined,
    ...change,
  });
}

const takenIn = ({ taken }: Round) => taken.map(({ slot }) => slot.planned);

function slotOf(schedule: string, planned: number, change: Partial<Slot> = {}): Slot {
  return {
    schedule,
    planned,
    dueAt: planned,
    cause: "cron",
    state: "planned",
    isLate: false,
    interruptions: 0,
    ...change,
  };
}

/** A schedule with a slot that its dead daemon had begun. */
function interrupted(
  { schedules, clock }: TempSchedules,
  change: Partial<Slot> = {},
  more: Parameters<typeof input>[0] = {},
) {
  const { id } = schedules.add(input(more));
  const planned = clock.now();
  const slot = slotOf(id, planned, {
    state: "interrupted",
    session: "their-session",
    owner: "them",
    startedAt: planned + 5,
    interruptions: 1,
    ...change,
  });
  schedules.store.insertSlot(slot);
  return slot;
}

it("a slot that is taken is not among the slots that ended or were missed", () => {
  using temp = tempSchedules();
  interrupted(temp);
  const { taken, changed } = roundOf(temp);
  expect([taken.length, changed]).toEqual([1, []]);
});

it("the slot of a daemon that is gone is interrupted, and is told of once", () => {
  using temp = tempSchedules();
  const slot = interrupted(temp, { state: "running", interruptions: 0 });
  const { changed } = roundOf(temp, { capacity: 0 });
  expect(changed).toEqual([{ ...slot, state: "interrupted", interruptions: 1 }]);
  expect(roundOf(temp, { capacity: 0 }).changed).toEqual([]);
});

describe("an interrupted slot", () => {
  it("is resumed in its session, and began when it first began", () => {
    using temp = tempSchedules();
    const slot = interrupted(temp);
    temp.clock.set(temp.clock.now() + minute);
    const [taken] = roundOf(temp).taken;
    expect(taken).toMatchObject({
      recovered: true,
      slot: { session: "their-session", startedAt: slot.startedAt, owner: "me", state: "running" },
    });
    expect(temp.schedules.store.slot(slot)).toEqual(taken?.slot);
  });

  it("waits while its schedule is paused, and is resumed after that", () => {
    using temp = tempSchedules();
    const slot = interrupted(temp);
    temp.schedules.pause("report");
    expect(takenIn(roundOf(temp))).toEqual([]);
    expect(temp.schedules.store.slot(slot)).toEqual(slot);
    temp.schedules.resume("report");
    expect(takenIn(roundOf(temp))).toEqual([slot.planned]);
  });

  it("waits for a free place", () => {
    using temp = tempSchedules();
    const slot = interrupted(temp);
    expect(takenIn(roundOf(temp, { capacity: 0 }))).toEqual([]);
    expect(takenIn(roundOf(temp, { capacity: 1 }))).toEqual([slot.planned]);
  });

  it("is lost when its schedule was removed", () => {
    using temp = tempSchedules();
    const slot = interrupted(temp);
    temp.schedules.remove("report");
    expect(takenIn(roundOf(temp))).toEqual([]);
    expect(temp.schedules.store.slot(slot)).toMatchObject({
      state: "lost",
      reason: "its daemon died, and the schedule was removed",
    });
  });

  it("is given up at the third death of a daemon", () => {
    using temp = tempSchedules();
    const { id } = temp.schedules.add(input());
    const [second, third] = [1, 2].map((interruptions) => {
      const planned = temp.clock.now() + interruptions;
      return slotOf(id, planned, { state: "running", owner: "them", session: `s${planned}`, interruptions });
    });
    for (const slot of [second!, third!]) temp.schedules.store.insertSlot(slot);
    const round = roundOf(temp);
    expect(takenIn(round)).toEqual([second!.planned]);
    expect(temp.schedules.store.slot(third!)).toMatchObject({
      state: "lost",
      reason: "3 daemons died while it ran",
    });
  });

  it("keeps the next slot of its schedule from starting beside it", () => {
    using temp = tempSchedules();
    const slot = interrupted(temp, {}, { overlap: "queue" });
    const next = slotOf(slot.schedule, slot.planned + 1);
    temp.schedules.store.insertSlot(next);
    temp.clock.set(temp.clock.now() + minute);
    expect(takenIn(roundOf(temp))).toEqual([slot.planned]);
    expect(temp.schedules.store.slot(next)).toMatchObject({ state: "planned" });
  });

  it("is not told to stop for the next one: it is not running", () => {
    using temp = tempSchedules();
    const slot = interrupted(temp, {}, { overlap: "cancel-previous" });
    temp.schedules.store.insertSlot(slotOf(slot.schedule, slot.planned + 1));
    temp.clock.set(temp.clock.now() + minute);
    roundOf(temp, { capacity: 0 });
    expect(temp.schedules.store.slot(slot)).toEqual(slot);
  });

  it("is one that still runs while its daemon lives", () => {
    using temp = tempSchedules();
    const slot = interrupted(temp, { state: "running" });
    const them: Daemon = {
      ...currentProcess(),
      id: "them",
      since: 0,
      beat: 0,
      leaseUntil: 0,
      forOneSlot: false,
    };
    temp.schedules.store.joinDaemon(them);
    const watch = { waited: () => undefined, isGone: () => false };
    expect(takenIn(roundOf(temp, { watch }))).toEqual([]);
    expect(temp.schedules.store.slot(slot)).toEqual(slot);
    expect(takenIn(roundOf(temp))).toEqual([slot.planned]);
    expect(temp.schedules.store.daemons()).toEqual([]);
  });
});

describe("a paused schedule", () => {
  it("plans and starts nothing but what a person starts", () => {
    using temp = tempSchedules();
    const { id } = temp.schedules.add(input());
    temp.schedules.pause("report");
    temp.schedules.store.insertSlot(slotOf(id, temp.clock.now() - 1));
    temp.clock.set(temp.clock.now() + 2 * hour);
    expect(roundOf(temp)).toMatchObject({ taken: [], changed: [], nextAt: Infinity });
    const manual = temp.schedules.runNow("report");
    expect(takenIn(roundOf(temp))).toEqual([manual.planned]);
  });

  it("misses its own waiting slots when it is paused, and no other's", () => {
    using temp = tempSchedules();
    const ids = ["report", "backup"].map((name) => temp.schedules.add(input({ name })).id);
    for (const id of ids) temp.schedules.store.insertSlot(slotOf(id, temp.clock.now()));
    temp.schedules.pause("report");
    const states = ids.map((id) => temp.schedules.history({ name: id })[0]?.state);
    expect(states).toEqual(["missed", "planned"]);
  });

  it("stays paused since when it was, also when it is paused again", () => {
    using temp = tempSchedules();
    temp.schedules.add(input());
    const pausedAt = temp.clock.now();
    temp.schedules.pause("report");
    temp.clock.set(pausedAt + hour);
    temp.schedules.pause("report");
    expect(temp.schedules.store.schedules()).toMatchObject([{ pausedAt }]);
  });

  it("does not plan its past again when it is resumed after the clock was set back", () => {
    using temp = tempSchedules();
    temp.schedules.add(input());
    const from = temp.clock.now();
    temp.clock.set(from + 3 * hour);
    expect(takenIn(roundOf(temp))).toEqual([from + 3 * hour]);
    temp.schedules.pause("report");
    temp.clock.set(from + hour);
    temp.schedules.resume("report");
    expect(temp.schedules.store.schedules()).toMatchObject([{ plannedTo: from + 3 * hour }]);
  });
});

describe("a clock that was set back", () => {
  it("runs no slot whose history was cleared away", () => {
    using temp = tempSchedules();
    const { id } = temp.schedules.add(input());
    const from = temp.clock.now();
    temp.schedules.store.changeSchedule(id, { plannedTo: from + 5 * hour, trimmedTo: from + 3 * hour });
    const seen: number[] = [];
    for (let at = from + minute; at <= from + 5 * hour + minute; at += hour / 2) {
      temp.clock.set(at);
      const { taken } = roundOf(temp);
      for (const { slot } of taken) {
        seen.push(slot.planned);
        temp.schedules.store.changeSlot(slot, { state: "ended", outcome: "done" });
      }
    }
    expect(seen).toEqual([from + 4 * hour, from + 5 * hour]);
  });

  it("removes planned and missed slots of the future, and none that a person started", () => {
    using temp = tempSchedules();
    const { id } = temp.schedules.add(input());
    const from = temp.clock.now();
    temp.clock.set(from + 9 * hour);
    const manual = temp.schedules.runNow("report");
    temp.schedules.store.insertSlot(slotOf(id, from + 8 * hour, { state: "missed" }));
    temp.schedules.store.insertSlot(slotOf(id, from + 10 * hour));
    temp.schedules.store.changeSchedule(id, { plannedTo: from + 10 * hour });
    temp.clock.set(from + hour);
    roundOf(temp, { capacity: 0 });
    expect(temp.schedules.history()).toEqual([manual]);
  });
});

describe("a history that is cleared away", () => {
  it("is remembered to its end, where one line was about a span", () => {
    using temp = tempSchedules();
    const { id } = temp.schedules.add(input());
    const { store } = temp.schedules;
    store.insertSlot(slotOf(id, 100, { state: "missed", through: 500 }));
    for (const at of [600, 700]) store.insertSlot(slotOf(id, at, { state: "ended" }));
    expect(store.trim(id, 3)).toBeUndefined();
    expect(store.trim(id, 2)).toBe(500);
    expect(temp.schedules.history().map(({ planned }) => planned)).toEqual([700, 600]);
  });

  it("goes with its schedule, and stays while a slot of it runs", () => {
    using temp = tempSchedules();
    const { store } = temp.schedules;
    const ids = Array.from({ length: 53 }, (_, at) => {
      temp.clock.set(temp.clock.now() + 1);
      const { id } = temp.schedules.add(input({ name: `n${at}` }));
      const isRunning = at === 0 ? { state: "running", owner: "them" } : { state: "ended" };
      store.insertSlot(slotOf(id, temp.clock.now(), { ...isRunning, session: id } as Partial<Slot>));
      temp.schedules.remove(`n${at}`);
      return id;
    });
    const left = new Set(store.schedules({ removed: true }).map(({ id }) => id));
    expect(ids.filter((id) => !left.has(id))).toEqual(ids.slice(1, 3));
    const slots = new Set(store.history({ limit: 100 }).map(({ schedule }) => schedule));
    expect(slots).toEqual(left);
  });
});

describe("a slot that changed since it was read", () => {
  it.each<[string, Partial<Slot>]>([
    ["another state", { state: "interrupted" }],
    ["another owner", { owner: "somebody else" }],
    ["another death", { interruptions: 2 }],
  ])("stays as it is: %s", (_, change) => {
    using temp = tempSchedules();
    const slot = interrupted(temp, { state: "running" });
    const { store } = temp.schedules;
    expect(store.changeSlot(slot, change)).toBe(true);
    expect(store.changeSlot(slot, { state: "ended", outcome: "done" })).toBe(false);
    expect(store.slot(slot)).toEqual({ ...slot, ...change });
  });
});

describe("a daemon for one slot", () => {
  it("starts that one alone, and is no daemon to wait for", () => {
    using temp = tempSchedules();
    const { id } = temp.schedules.add(input({ overlap: "allow" }));
    const [first, second] = [slotOf(id, temp.clock.now()), slotOf(id, temp.clock.now() + 1)];
    for (const slot of [first, second]) temp.schedules.store.insertSlot(slot);
    temp.clock.set(temp.clock.now() + 10);
    expect(takenIn(roundOf(temp, { only: second }))).toEqual([second.planned]);
    const daemon = { ...currentProcess(), since: 0, beat: 0, leaseUntil: Infinity };
    temp.schedules.store.joinDaemon({ ...daemon, id: "one", leaseUntil: 0, forOneSlot: true });
    expect(temp.schedules.hasDaemon()).toBe(false);
    temp.schedules.store.joinDaemon({ ...daemon, id: "all", leaseUntil: 0, forOneSlot: false });
    expect(temp.schedules.hasDaemon()).toBe(true);
  });
});
