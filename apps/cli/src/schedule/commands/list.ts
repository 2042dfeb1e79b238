import { jsonFlag } from "@skein/command-line/flags";
import { userSchedules } from "@skein/host/schedules";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { widthOf } from "@skein/terminal";
import { note, printJson } from "../../print.ts";
import { warnWithoutDaemon } from "../no-daemon.ts";
import { scheduleTable } from "@skein/terminal-views/schedules";

export const main = defineCommand({
  name: "schedule list",
  help: {
    title: "what runs when, and how it went last",
    usage: ["[flags]"],
    examples: ["skein schedule list --json | jq '.schedules[].name'"],
  },
  flags: { json: jsonFlag },
  run: async (flags) => {
    using user = userSchedules(thisMachine());
    const listed = user.schedules.list();
    if (flags.json) {
      printJson({ schedules: listed, hasDaemon: user.schedules.hasDaemon() });
      return 0;
    }
    if (listed.length === 0) {
      note("There are no schedules. `skein schedule add --help` shows how to make one.");
      return 0;
    }
    process.stdout.write(scheduleTable(listed, { width: widthOf(process.stdout), now: new Date() }));
    warnWithoutDaemon(user.schedules);
    return 0;
  },
});
