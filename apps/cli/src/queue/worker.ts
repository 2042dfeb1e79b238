import { wholeNumber } from "@skein/command-line";
import { openMachineQueue, workOff } from "@skein/host/queue";
import { defineCommand } from "../arguments/command-line.ts";
import { runFlags } from "../arguments/flags.ts";
import { thisMachine } from "../machine.ts";
import { note, warn } from "../print.ts";
import { abortOnSignals } from "../signals.ts";
import { userHost } from "../user-host.ts";

const numberIn = (flag: string, text: string) =>
  wholeNumber(flag, text, { most: 99, hint: "Give a whole number from 1 to 99." });

export const main = defineCommand({
  name: "worker",
  help: {
    title: "does runs that were submitted to the database, until it is stopped",
    usage: ["[flags]"],
    text: `Any number of workers on any machines may run. INT or TERM gives back what runs here: another worker resumes it.
What a worker had that was killed is taken by another one after ten seconds. No one is asked: mode and rules decide.`,
    examples: ["skein worker --at-once 4 --per-share 2 --database-url postgres://me@db.example/skein"],
  },
  flags: {
    "at-once": { value: "N", description: "Runs at once here; default 1" },
    "per-share": { value: "N", description: "Runs at once of one --share, over all workers" },
    "database-url": runFlags["database-url"],
  },
  run: async (flags) => {
    const { "per-share": perShare, "at-once": atOnce = "1" } = flags;
    const machine = thisMachine();
    await using host = await userHost();
    await using queue = await openMachineQueue(machine);
    using stop = abortOnSignals({ isPatient: true, words: "The worker was stopped" });
    note("Waiting for runs.");
    await workOff({
      machine,
      host,
      queue,
      signal: stop.signal,
      onProblem: warn,
      atOnce: numberIn("at-once", atOnce),
      perShare: perShare === undefined ? undefined : numberIn("per-share", perShare),
      onBegin: (session, attempt) => note(`${session}: begun${attempt > 1 ? `, attempt ${attempt}` : ""}`),
      onEnd: (session, end) => note(`${session}: ${end?.outcome ?? "given back"}`),
    });
    return stop.exitCode();
  },
});
