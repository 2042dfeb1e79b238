import { ConfigError, type Ids } from "@skein/protocol";
import { slotTimes } from "../cron.ts";
import { newSchedule } from "../new-schedule.ts";
import { spanOf } from "../plan-slots.ts";
import type { ListedSchedule, PlannedSchedule, Schedule, ScheduleInput } from "../schedule.ts";
import type { Slot } from "../slot.ts";
import type { ScheduleBook } from "./schedule-book.ts";
import { step, type Steps } from "./steps.ts";

export interface ManageParts {
  readonly book: ScheduleBook;
  /** Creates the ids of schedules. */
  readonly ids: Ids;
  /** Throws `ConfigError` for a schedule whose work cannot be done. Default: all can. */
  readonly check?: (schedule: Schedule) => void;
}

/** What can be done with schedules, in steps: see `Schedules`. */
export interface ManagedSchedules {
  add(input: ScheduleInput): Steps<Schedule>;
  list(): Steps<readonly ListedSchedule[]>;
  get(name: string): Steps<ListedSchedule>;
  pause(name: string): Steps<void>;
  resume(name: string): Steps<void>;
  remove(name: string): Steps<void>;
  runNow(name: string): Steps<Slot>;
  history(options?: { readonly name?: string; readonly limit?: number }): Steps<readonly Slot[]>;
}

/** Maximum number of schedules. */
const maxSchedules = 1000;
/** The most slots that are listed. */
const maxListed = 100_000;

/** What a slot has that a person or a pause made, and no plan. */
const unplanned = { isLate: false, interruptions: 0 } as const;

export function manageSchedules({ book, ids, check = () => undefined }: ManageParts): ManagedSchedules {
  function* find(name: string): Steps<PlannedSchedule> {
    const all = yield* step(book.schedules());
    const found = all.find((one) => one.name === name) ?? all.find(({ id }) => id === name);
    if (found) return found;
    const names = all.map((one) => one.name).join(", ");
    throw new ConfigError("usage", `There is no schedule ${JSON.stringify(name)}.`, {
      hint: names === "" ? "There are none yet." : `There ${all.length === 1 ? "is" : "are"}: ${names}.`,
    });
  }

  function* listed(kept: PlannedSchedule): Steps<ListedSchedule> {
    const { plannedTo: _, ...schedule } = kept;
    const [last] = yield* step(book.history({ schedule: kept.id, limit: 1 }));
    const isRunning = yield* step(book.isRunning(kept.id));
    const now = yield* step(book.now());
    const [nextAt] = kept.pausedAt === undefined ? slotTimes(kept.cron, kept.tz).next(now, 1) : [];
    return {
      ...schedule,
      ...(nextAt === undefined ? {} : { nextAt }),
      ...(last === undefined ? {} : { last }),
      isRunning,
    };
  }

  return {
    *add(input) {
      const now = yield* step(book.now());
      const schedule = newSchedule(input, { id: ids(), now });
      check(schedule);
      if ((yield* step(book.schedules())).length >= maxSchedules) {
        throw new ConfigError("usage", `There are ${maxSchedules} schedules already.`, {
          hint: "Remove one that is not needed.",
        });
      }
      if (yield* step(book.insert(schedule))) return schedule;
      throw new ConfigError("usage", `name: there is a schedule ${JSON.stringify(input.name)} already.`, {
        hint: "Remove it first, or choose another name.",
      });
    },

    *list() {
      const all: ListedSchedule[] = [];
      for (const kept of yield* step(book.schedules())) all.push(yield* listed(kept));
      return all;
    },

    *get(name) {
      return yield* listed(yield* find(name));
    },

    *pause(name) {
      const { id } = yield* find(name);
      yield* step(book.pause(id, yield* step(book.now()), "the schedule was paused"));
    },

    *resume(name) {
      const kept = yield* find(name);
      if (kept.pausedAt === undefined) return;
      const now = yield* step(book.now());
      const span = spanOf(slotTimes(kept.cron, kept.tz), kept.plannedTo, now);
      const missed = span && {
        ...unplanned,
        ...span,
        schedule: kept.id,
        cause: "cron" as const,
        state: "missed" as const,
        dueAt: span.planned,
        endedAt: now,
        reason: "the schedule was paused",
      };
      yield* step(book.resume(kept, now, missed));
    },

    *remove(name) {
      const { id } = yield* find(name);
      yield* step(book.remove(id, yield* step(book.now()), "the schedule was removed"));
    },

    *runNow(name) {
      const { id } = yield* find(name);
      for (let planned = yield* step(book.now()); ; planned++) {
        const slot = yield* step(
          book.addSlot({
            ...unplanned,
            schedule: id,
            cause: "manual",
            state: "planned",
            planned,
            dueAt: planned,
          }),
        );
        if (slot) return slot;
      }
    },

    *history({ name, limit = 100 } = {}) {
      const most = Math.min(limit, maxListed);
      if (name === undefined) return yield* step(book.history({ limit: most }));
      const all = yield* step(book.schedules({ removed: true }));
      const past = all.filter((one) => one.name === name || one.id === name);
      if (past.length === 0) yield* find(name);
      const slots: Slot[] = [];
      for (const { id } of past) slots.push(...(yield* step(book.history({ schedule: id, limit: most }))));
      return slots.toSorted((one, other) => other.planned - one.planned).slice(0, most);
    },
  };
}
