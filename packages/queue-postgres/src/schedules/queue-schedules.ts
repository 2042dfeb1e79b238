import { randomUUID } from "node:crypto";
import { ConfigError } from "@skein/protocol";
import {
  finishLater,
  manageSchedules,
  type ListedSchedule,
  type Schedule,
  type ScheduleInput,
  type Slot,
} from "@skein/schedules";
import { fireDue, type FiringParts } from "./fire-due.ts";
import { postgresBook } from "./postgres-book.ts";
import { makeScheduleTables } from "./schedule-rows.ts";

export interface QueueScheduleInput extends ScheduleInput {
  /** Whose its runs are: see `Submission`. */
  readonly share?: string;
}

/** Tasks that workers submit at set times, each slot once. A schedule is named by its name or its id. */
export interface QueueSchedules {
  /** Throws `ConfigError`: a field that is not valid, a name that is taken, work that a queue cannot do. */
  add(input: QueueScheduleInput): Promise<Schedule>;
  list(): Promise<readonly ListedSchedule[]>;
  get(name: string): Promise<ListedSchedule>;
  pause(name: string): Promise<void>;
  resume(name: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** One more slot, now. */
  runNow(name: string): Promise<Slot>;
  /** The newest first. */
  history(options: { readonly name?: string; readonly limit: number }): Promise<readonly Slot[]>;
  /** Submits what has come due. Workers do it every second. */
  fire(newSession: () => string): Promise<void>;
}

export async function openQueueSchedules(parts: Omit<FiringParts, "newSession">): Promise<QueueSchedules> {
  const { db, schema } = parts;
  await makeScheduleTables(db, schema);
  const managed = manageSchedules({ book: postgresBook(db, schema), ids: randomUUID, check: requireTask });
  return {
    add: (input) => finishLater(managed.add(input)),
    list: () => finishLater(managed.list()),
    get: (name) => finishLater(managed.get(name)),
    pause: (name) => finishLater(managed.pause(name)),
    resume: (name) => finishLater(managed.resume(name)),
    remove: (name) => finishLater(managed.remove(name)),
    runNow: (name) => finishLater(managed.runNow(name)),
    history: (options) => finishLater(managed.history(options)),
    fire: (newSession) => fireDue({ ...parts, newSession }),
  };
}

/** What a run of the queue can be told. */
function requireTask({ work, worktree, tools, rules }: Schedule): void {
  const wrong =
    work.kind === "recipe"
      ? "work: a run of the queue has a task, and no recipe."
      : worktree !== undefined
        ? "worktree: a run of the queue works in the folder itself."
        : tools !== undefined || rules.length > 0
          ? "rules: a run of the queue has the permission rules of the machine that does it."
          : undefined;
  if (wrong === undefined) return;
  throw new ConfigError("usage", wrong, {
    hint: "Leave it out, or have this machine's own daemon run the schedule.",
  });
}
