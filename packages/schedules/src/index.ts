export { chooseSlots } from "./choose-slots.ts";
export { slotTimes, nextSlots } from "./cron.ts";
export { manageSchedules } from "./manage/manage-schedules.ts";
export type { ScheduleBook } from "./manage/schedule-book.ts";
export { finishLater } from "./manage/steps.ts";
export type { Job, ScheduledJobEnd, SessionFate } from "./job.ts";
export { defaultCatchUp, defaultGraceMs, plannedSlots } from "./plan-slots.ts";
export { runDaemon, type DaemonOptions } from "./run-daemon.ts";
export {
  bodyOf,
  catchUps,
  overlaps,
  type CatchUp,
  type ListedSchedule,
  type Overlap,
  type PlannedSchedule,
  type Schedule,
  type ScheduleBody,
  type ScheduleInput,
  type ScheduleRule,
  type ScheduledWork,
} from "./schedule.ts";
export { createSchedules, type Schedules, type SchedulesParts } from "./schedules.ts";
export { isFinal, type Slot, type SlotState } from "./slot.ts";
export { sqliteSchedules } from "./sqlite/sqlite-schedules.ts";
export type { Daemon, ScheduleStore, SlotChange, SlotKey, StoredSchedule } from "./store.ts";
