import { join } from "node:path";

/** The schedules file of a data folder. */
export function scheduleFile(dataFolder: string): string {
  return join(dataFolder, "schedules.db");
}
