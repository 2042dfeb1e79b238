import { join } from "node:path";

/** Where a data folder keeps its schedules. */
export function scheduleFile(dataFolder: string): string {
  return join(dataFolder, "schedules.db");
}
