import { currentProcess } from "@skein/platform/process";
import { systemClock, type Clock, type Ids } from "@skein/protocol";
import { isAlive } from "./is-alive.ts";
import { manageSchedules } from "./manage/manage-schedules.ts";
import { finishNow, type Steps } from "./manage/steps.ts";
import { storeBook } from "./manage/store-book.ts";
import type { ListedSchedule, Schedule, ScheduleInput } from "./schedule.ts";
import type { Slot } from "./slot.ts";
import type { ScheduleStore } from "./store.ts";

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

export function createSchedules({
  store,
  clock = systemClock,
  ids = () => crypto.randomUUID(),
}: SchedulesParts): Schedules {
  const managed = manageSchedules({ book: storeBook(store, clock), ids });
  const inOne = <Result>(steps: Steps<Result>): Result => store.transact(() => finishNow(steps));
  return {
    store,
    clock,
    ids,
    add: (input) => inOne(managed.add(input)),
    list: () => finishNow(managed.list()),
    get: (name) => finishNow(managed.get(name)),
    pause: (name) => inOne(managed.pause(name)),
    resume: (name) => inOne(managed.resume(name)),
    remove: (name) => inOne(managed.remove(name)),
    runNow: (name) => inOne(managed.runNow(name)),
    history: (options) => finishNow(managed.history(options)),
    hasDaemon() {
      const self = currentProcess();
      return store
        .daemons()
        .some((daemon) => !daemon.forOneSlot && (isAlive(daemon, self) ?? daemon.leaseUntil > clock.now()));
    },
  };
}
