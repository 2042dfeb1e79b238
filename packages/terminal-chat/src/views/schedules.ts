export { scheduleLines } from "./schedules/schedule-lines.ts";
export { historyTable, scheduleTable } from "./schedules/schedule-tables.ts";
export { endWords, isTrouble, longTime, slotLine } from "./schedules/slot-words.ts";
