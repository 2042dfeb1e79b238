import { readLimit } from "@skein/command-line";
import { jsonFlag } from "@skein/command-line/flags";
import { ofWorkers } from "@skein/command-line/command-flags";
import { openSchedules } from "@skein/session-processes/schedules";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { widthOf } from "@skein/terminal/table";
import { note, printJson } from "../../print.ts";
import { historyTable } from "@skein/terminal-chat/schedules";

/** More than a store keeps. */
const most = 2_000_000;

export const main = defineCommand({
  name: "schedule history",
  help: {
    title: "what ran, what did not, and why",
    usage: ["[NAME] [flags]"],
    examples: ["skein schedule history report", "skein schedule history --json | jq '.slots[0].session'"],
  },
  flags: {
    limit: { short: "l", value: "N", description: "At most so many; default 20, 0 for all" },
    json: jsonFlag,
    ...ofWorkers,
  },
  words: 1,
  run: async (flags, words) => {
    const [name] = words;
    const limit = Math.min(readLimit(flags.limit), most);
    await using schedules = await openSchedules(thisMachine(), { ofWorkers: flags.workers });
    const slots = await schedules.history({ limit, ...(name === undefined ? {} : { name }) });
    const names = await schedules.names();
    if (flags.json) {
      printJson({ slots: slots.map((slot) => ({ name: names.get(slot.schedule) ?? null, ...slot })) });
      return 0;
    }
    if (slots.length === 0) note("Nothing has come due yet.");
    else {
      const look = { width: widthOf(process.stdout), now: new Date() };
      process.stdout.write(historyTable(slots, names, look));
    }
    return 0;
  },
});
