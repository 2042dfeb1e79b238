export { schedules, type ScheduleDesk } from "./schedules.ts";
export type { NewSchedule } from "./input.ts";
