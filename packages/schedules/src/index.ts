export { chooseSlots } from "./choose-slots.ts";
export { slotTimes, nextSlots } from "./cron.ts";
export type { Job, JobEnd, SessionFate } from "./job.ts";
export { newSchedule } from "./new-schedule.ts";
export { jitterOf, planSlots, spanOf } from "./plan-slots.ts";
export { runDaemon, type DaemonOptions } from "./run-daemon.ts";
export {
  bodyOf,
  catchUps,
  overlaps,
  type CatchUp,
  type Overlap,
  type Schedule,
  type ScheduleBody,
  type ScheduleInput,
  type ScheduleRule,
  type ScheduledWork,
} from "./schedule.ts";
export { createSchedules, type ListedSchedule, type Schedules, type SchedulesParts } from "./schedules.ts";
export { isFinal, type Slot, type SlotState } from "./slot.ts";
export { sqliteSchedules } from "./sqlite/sqlite-schedules.ts";
export type { Daemon, ScheduleStore, SlotChange, SlotKey, StoredSchedule } from "./store.ts";
