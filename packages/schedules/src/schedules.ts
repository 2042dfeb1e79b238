import { currentProcess } from "@skein/platform/process";
import { ConfigError, type Clock, type Ids } from "@skein/protocol";
import { slotTimes } from "./cron.ts";
import { isAlive } from "./is-alive.ts";
import { newSchedule } from "./new-schedule.ts";
import { spanOf } from "./plan-slots.ts";
import type { Schedule, ScheduleInput } from "./schedule.ts";
import type { Slot } from "./slot.ts";
import type { ScheduleStore, StoredSchedule } from "./store.ts";
import { systemClock } from "./system-clock.ts";

export interface SchedulesParts {
  readonly store: ScheduleStore;
  /** Default: the system's. */
  readonly clock?: Clock;
  /** Creates the ids of schedules, and of the sessions of their slots. Default: random UUIDs. */
  readonly ids?: Ids;
}

/** Manages schedules. A schedule is named by its name or its id; `ConfigError` when it does not exist. */
export interface Schedules {
  /** Slots begin after now. Throws `ConfigError` that names the field, also when the name is taken. */
  add(input: ScheduleInput): Schedule;
  /** By name. */
  list(): readonly ListedSchedule[];
  get(name: string): ListedSchedule;
  /** No slot starts until it is resumed. Running slots continue; waiting ones are missed. */
  pause(name: string): void;
  /** Slots begin after now; those of the pause are recorded as missed. */
  resume(name: string): void;
  /** Running slots continue to their end. The history is kept for a while. */
  remove(name: string): void;
  /** Adds a slot that is due now; a daemon starts it, even if the schedule is paused. */
  runNow(name: string): Slot;
  /** The newest first. Default: of all schedules, 100. */
  history(options?: { readonly name?: string; readonly limit?: number }): readonly Slot[];
  /** Whether a daemon is running. */
  hasDaemon(): boolean;
  readonly store: ScheduleStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface ListedSchedule extends Schedule {
  /** Milliseconds since the epoch; absent when it is paused, or has no further slots. */
  readonly nextAt?: number;
  readonly last?: Slot;
  /** Whether a slot of it is running. */
  readonly isRunning: boolean;
}

/** Maximum number of schedules. */
const maxSchedules = 1000;
/** How many removed schedules keep their history. */
const maxRemoved = 50;

export function createSchedules({
  store,
  clock = systemClock,
  ids = () => crypto.randomUUID(),
}: SchedulesParts): Schedules {
  function find(name: string): StoredSchedule {
    const all = store.schedules();
    const found = all.find((one) => one.name === name) ?? all.find(({ id }) => id === name);
    if (found) return found;
    throw new ConfigError("usage", `There is no schedule ${JSON.stringify(name)}.`, {
      hint:
        all.length === 0
          ? "There are none yet."
          : `There ${all.length === 1 ? "is" : "are"}: ${all.map((one) => one.name).join(", ")}.`,
    });
  }

  function listed(stored: StoredSchedule): ListedSchedule {
    const { plannedTo: _plannedTo, trimmedTo: _trimmedTo, ...schedule } = stored;
    const [last] = store.history({ schedule: stored.id, limit: 1 });
    const isRunning = store
      .openSlots()
      .some(({ schedule: id, state }) => id === stored.id && state === "running");
    const [nextAt] =
      stored.pausedAt === undefined ? slotTimes(stored.cron, stored.tz).next(clock.now(), 1) : [];
    return {
      ...schedule,
      ...(nextAt === undefined ? {} : { nextAt }),
      ...(last === undefined ? {} : { last }),
      isRunning,
    };
  }

  function missWaiting(id: string, reason: string): void {
    for (const slot of store.openSlots()) {
      if (slot.schedule !== id || slot.state !== "planned") continue;
      store.changeSlot(slot, { state: "missed", reason, endedAt: clock.now() });
    }
  }

  return {
    store,
    clock,
    ids,

    add(input) {
      const now = clock.now();
      const schedule = newSchedule(input, { id: ids(), now });
      const isNew = store.transact(() => {
        if (store.schedules().length >= maxSchedules) {
          throw new ConfigError("usage", `There are ${maxSchedules} schedules already.`, {
            hint: "Remove one that is not needed.",
          });
        }
        return store.insertSchedule({ ...schedule, plannedTo: now, trimmedTo: 0 });
      });
      if (isNew) return schedule;
      throw new ConfigError("usage", `name: there is a schedule ${JSON.stringify(input.name)} already.`, {
        hint: "Remove it first, or choose another name.",
      });
    },

    list: () => store.schedules().map(listed),
    get: (name) => listed(find(name)),

    pause(name) {
      store.transact(() => {
        const { id, pausedAt } = find(name);
        if (pausedAt !== undefined) return;
        store.changeSchedule(id, { pausedAt: clock.now() });
        missWaiting(id, "the schedule was paused");
      });
    },

    resume(name) {
      store.transact(() => {
        const { id, cron, tz, pausedAt, plannedTo } = find(name);
        if (pausedAt === undefined) return;
        const now = clock.now();
        const span = spanOf(slotTimes(cron, tz), plannedTo, now);
        if (span) {
          const head = {
            schedule: id,
            cause: "cron",
            state: "missed",
            isLate: false,
            interruptions: 0,
          } as const;
          const reason = "the schedule was paused";
          store.insertSlot({ ...head, ...span, dueAt: span.planned, endedAt: now, reason });
        }
        store.changeSchedule(id, { pausedAt: null, plannedTo: Math.max(plannedTo, now) });
      });
    },

    remove(name) {
      store.transact(() => {
        const { id } = find(name);
        store.changeSchedule(id, { removedAt: clock.now() });
        missWaiting(id, "the schedule was removed");
        const removed = store.schedules({ removed: true }).filter(({ removedAt }) => removedAt !== undefined);
        const oldFirst = removed.toSorted((one, other) => (one.removedAt ?? 0) - (other.removedAt ?? 0));
        const open = new Set(store.openSlots().map(({ schedule }) => schedule));
        for (const old of oldFirst.slice(0, -maxRemoved)) if (!open.has(old.id)) store.forgetSchedule(old.id);
      });
    },

    runNow: (name) =>
      store.transact(() => {
        const { id } = find(name);
        const head = {
          schedule: id,
          cause: "manual",
          state: "planned",
          isLate: false,
          interruptions: 0,
        } as const;
        for (let planned = clock.now(); ; planned++) {
          const slot: Slot = { ...head, planned, dueAt: planned };
          if (store.insertSlot(slot)) return slot;
        }
      }),

    history({ name, limit = 100 } = {}) {
      if (name === undefined) return store.history({ limit });
      const past = store.schedules({ removed: true }).filter((one) => one.name === name || one.id === name);
      if (past.length === 0) find(name);
      const slots = past.flatMap(({ id }) => store.history({ schedule: id, limit }));
      return slots.toSorted((one, other) => other.planned - one.planned).slice(0, limit);
    },

    hasDaemon() {
      const self = currentProcess();
      return store
        .daemons()
        .some((daemon) => !daemon.forOneSlot && (isAlive(daemon, self) ?? daemon.leaseUntil > clock.now()));
    },
  };
}
