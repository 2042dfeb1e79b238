export { slotTimes, nextSlots } from "./cron.ts";
export type { Job, JobEnd, SessionFate } from "./job.ts";
export { runDaemon, type DaemonOptions } from "./run-daemon.ts";
export {
  catchUps,
  overlaps,
  type CatchUp,
  type Overlap,
  type Schedule,
  type ScheduleInput,
  type ScheduleRule,
  type ScheduledWork,
} from "./schedule.ts";
export { createSchedules, type ListedSchedule, type Schedules, type SchedulesParts } from "./schedules.ts";
export { isFinal, type Slot, type SlotState } from "./slot.ts";
export { sqliteSchedules } from "./sqlite/sqlite-schedules.ts";
export type { Daemon, ScheduleStore, SlotChange, SlotKey, StoredSchedule } from "./store.ts";
