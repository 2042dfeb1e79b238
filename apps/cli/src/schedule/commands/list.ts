import { jsonFlag } from "@skein/command-line/flags";
import { ofWorkers } from "@skein/command-line/command-flags";
import { openSchedules } from "@skein/session-processes/schedules";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { widthOf } from "@skein/terminal/table";
import { note, printJson } from "../../print.ts";
import { warnWithoutDaemon } from "../no-daemon.ts";
import { scheduleTable } from "@skein/terminal-chat/schedules";

export const main = defineCommand({
  name: "schedule list",
  help: {
    title: "what runs when, and how it went last",
    usage: ["[flags]"],
    examples: ["skein schedule list --json | jq '.schedules[].name'"],
  },
  flags: { json: jsonFlag, ...ofWorkers },
  run: async (flags) => {
    await using schedules = await openSchedules(thisMachine(), { ofWorkers: flags.workers });
    const listed = await schedules.list();
    if (flags.json) {
      printJson({ schedules: listed, hasDaemon: schedules.hasDaemon() });
      return 0;
    }
    if (listed.length === 0) {
      note("There are no schedules. `skein schedule add --help` shows how to make one.");
      return 0;
    }
    process.stdout.write(scheduleTable(listed, { width: widthOf(process.stdout), now: new Date() }));
    warnWithoutDaemon(schedules);
    return 0;
  },
});
