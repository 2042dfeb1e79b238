import { jsonFlag } from "@skein/command-line/flags";
import { serveSchedules } from "@skein/session-processes/schedules";
import { userSchedules } from "@skein/host/schedules";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { exitCodes } from "@skein/protocol";
import { note, print, printJson } from "../../print.ts";
import { needsSchedule } from "../needs-schedule.ts";
import { ownServing, stopServing } from "../own-serving.ts";
import { endWords } from "@skein/terminal-chat/schedules";

export const main = defineCommand({
  name: "schedule run-now",
  help: {
    title: "one more slot, now",
    usage: ["NAME [flags]"],
    text: `A daemon starts it, and this command does not wait. Without a daemon it runs here, and the exit code is that of
its run.`,
    examples: ["skein schedule run-now report"],
  },
  flags: { json: jsonFlag },
  ...needsSchedule,
  run: async (flags, [name]) => {
    using user = userSchedules(thisMachine());
    const { schedules } = user;
    const hasDaemon = schedules.hasDaemon();
    const slot = schedules.runNow(name);
    if (hasDaemon) {
      if (flags.json) printJson(slot);
      else note(`The daemon starts it. How it went: skein schedule history ${name}`);
      return 0;
    }
    note("No daemon is running, so it runs here.");
    using stop = stopServing();
    await serveSchedules(thisMachine(), schedules, {
      ...ownServing(),
      signal: stop.signal,
      only: slot,
      onSlot(now) {
        if (now.state === "running") note(`Session ${now.session}`);
      },
    });
    const ended = schedules.store.slot(slot) ?? slot;
    if (flags.json) printJson(ended);
    else print(endWords(ended));
    return stop.exitCode() || (ended.exitCode ?? exitCodes[ended.outcome ?? "not-started"]);
  },
});
