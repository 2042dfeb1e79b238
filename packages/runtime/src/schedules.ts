export { scheduleFile } from "./schedules-tool/schedule-file.ts";
export { scheduledConsent } from "./scheduled-consent.ts";
