import { onlyFlags, onlyGiven, wholeNumber, workingFolder } from "@skein/command-line";
import { submitFlags } from "@skein/command-line/command-flags";
import { runFlags } from "@skein/command-line/flags";
import { openMachineQueue, submitRun, workOff } from "@skein/session-processes/queue";
import { ConfigError } from "@skein/protocol";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { note, print, warn } from "../print.ts";
import { abortOnSignals } from "../signals.ts";
import { userHost } from "../user-host.ts";

const database = onlyFlags(runFlags, "database-url");
const rights = onlyFlags(runFlags, "restricted");
const count = (flag: string, text: string, least = 1) =>
  wholeNumber(flag, text, { least, most: 999, hint: `Give a whole number from ${least} to 999.` });

export const submit = defineCommand({
  name: "submit",
  help: {
    title: "hands a task to the workers of the database",
    usage: ['"TASK" [flags]'],
    text: `Its session is all that is written to standard output. The folder must have the same path where the workers run.
skein session show reads what it does; with a session that asked and was answered, --session-id and no task go on.`,
    examples: ['skein submit "update the changelog" --cwd /srv/shop --mode accept_edits --share ann/shop'],
  },
  flags: submitFlags,
  words: 1,
  run: async (
    { cwd, priority = "0", "session-id": session, share, provider, model, mode, work },
    [task = ""],
  ) => {
    const given = { task, session, cwd: workingFolder(cwd), priority: count("priority", priority, 0) };
    print(await submitRun(thisMachine(), { ...given, ...onlyGiven({ share, provider, model, mode, work }) }));
  },
});

export const worker = defineCommand({
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
    ...rights,
    ...database,
  },
  run: async ({ "at-once": most = "1", "per-share": share }) => {
    const [atOnce, perShare] = [count("at-once", most), share && count("per-share", share)];
    const machine = thisMachine();
    await using queue = await openMachineQueue(machine);
    await using host = await userHost({ limitCalls: queue.limits.limitCalls });
    using stop = abortOnSignals({ isPatient: true, words: "The worker was stopped" });
    const { signal } = stop;
    note("Waiting for runs.");
    await workOff({
      ...onlyGiven({
        machine,
        host,
        queue,
        atOnce,
        perShare: perShare || undefined,
        signal,
        onProblem: warn,
      }),
      onBegin: (session, attempt) => note(`${session}: begun${attempt > 1 ? `, attempt ${attempt}` : ""}`),
      onNotice: (session, text) => note(`${session}: ${text}`),
      onEnd: (session, end) => note(`${session}: ${end?.outcome ?? "given back"}`),
    });
    return stop.exitCode();
  },
});

export const cancel = defineCommand({
  name: "cancel",
  help: {
    title: "withdraws a run that waits for a worker, or interrupts it",
    usage: ["ID"],
    examples: ["skein cancel 20261120-11"],
  },
  flags: database,
  needs: ["The session"],
  run: async (_, [session]) => {
    await using queue = await openMachineQueue(thisMachine());
    if (await queue.cancel(session)) return;
    throw new ConfigError("usage", `No run of session ${session} waits or runs.`);
  },
});
