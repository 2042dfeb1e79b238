export { scheduleLines } from "./schedules/schedule-lines.ts";
export { historyTable, scheduleTable } from "./schedules/schedule-tables.ts";
export { endWords, longTime } from "./schedules/slot-words.ts";
