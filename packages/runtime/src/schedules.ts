export {
  createSchedules,
  overlaps,
  runDaemon,
  sqliteSchedules,
  type Job,
  type JobEnd,
  type ListedSchedule,
  type Schedule,
  type ScheduleInput,
  type Schedules,
  type SessionFate,
  type Slot,
} from "@skein/schedules";
export { scheduleFile } from "./schedules-tool/schedule-file.ts";
export { scheduledConsent } from "./scheduled-consent.ts";
