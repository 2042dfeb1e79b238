import { onlyFlags } from "@skein/command-line";
import { runFlags } from "@skein/command-line/flags";

/** Of commands about the schedules of this machine, or those of the database. */
export const ofWorkers = {
  workers: { description: "The schedules in the database: its workers submit what comes due" },
  ...onlyFlags(runFlags, "database-url"),
} as const;
