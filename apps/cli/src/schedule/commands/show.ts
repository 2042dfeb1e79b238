import { jsonFlag } from "@skein/command-line/flags";
import { ofWorkers } from "@skein/command-line/command-flags";
import { openSchedules } from "@skein/session-processes/schedules";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { print, printJson } from "../../print.ts";
import { warnWithoutDaemon } from "../no-daemon.ts";
import { needsSchedule } from "../needs-schedule.ts";
import { scheduleLines } from "@skein/terminal-chat/schedules";

export const main = defineCommand({
  name: "schedule show",
  help: {
    title: "all about one schedule",
    usage: ["NAME [flags]"],
    examples: ["skein schedule show report"],
  },
  flags: { json: jsonFlag, ...ofWorkers },
  ...needsSchedule,
  run: async (flags, [name]) => {
    await using schedules = await openSchedules(thisMachine(), { ofWorkers: flags.workers });
    const found = await schedules.get(name);
    if (flags.json) {
      printJson(found);
      return 0;
    }
    for (const line of scheduleLines(found, new Date())) print(line);
    warnWithoutDaemon(schedules);
    return 0;
  },
});
