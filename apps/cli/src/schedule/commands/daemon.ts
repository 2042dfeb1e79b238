import { counted } from "@skein/protocol";
import { wholeNumber } from "@skein/command-line";
import { serveSchedules } from "@skein/session-processes/schedules";
import { userSchedules } from "@skein/host/schedules";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { note } from "../../print.ts";
import { ownServing, stopServing } from "../own-serving.ts";
import { isTrouble, slotLine } from "@skein/terminal-chat/schedules";

export const main = defineCommand({
  name: "schedule daemon",
  help: {
    title: "runs what comes due, until it is stopped",
    usage: ["[flags]"],
    text: `Each slot is a process of its own. INT or TERM ends the slots in good order, then the daemon. Any number of
daemons may run: each slot still runs once.`,
    examples: ["skein schedule daemon", "skein schedule install --now    # as a service, instead"],
  },
  flags: {
    "max-parallel": { value: "N", description: "Slots that may run at once; default 4" },
    quiet: { short: "q", description: "Say only what goes wrong" },
  },
  run: async (flags) => {
    const hint = "Give a whole number from 1 to 999.";
    const maxParallel = wholeNumber("max-parallel", flags["max-parallel"] ?? "4", { most: 999, hint });
    using user = userSchedules(thisMachine());
    using stop = stopServing();
    const served = serveSchedules(thisMachine(), user.schedules, {
      ...ownServing(),
      signal: stop.signal,
      maxParallel,
      onSlot(slot, schedule) {
        if (!flags.quiet || isTrouble(slot)) note(slotLine(slot, schedule, new Date()));
      },
    });
    // By now others can see it: who reads this and asks for a slot is not told that there is no daemon.
    if (!flags.quiet)
      note(`${counted(user.schedules.list().length, "schedule")}; waiting for what comes due.`);
    await served;
    return stop.exitCode();
  },
});
