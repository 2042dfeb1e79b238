import type { Parsed } from "@skein/command-line";
import { backgroundFlags } from "@skein/command-line/flags";
import { startBackground } from "@skein/session-processes/background";
import { newSessionId } from "@skein/runtime";
import { defineCommand } from "../arguments/command-line.ts";
import { readTask } from "../arguments/read-task.ts";
import { backgroundRun } from "./background-run.ts";
import { thisMachine } from "../machine.ts";
import { note, printJson, warn } from "../print.ts";
import { abortOnSignals } from "../signals.ts";

export const main = defineCommand({
  name: "bg",
  help: {
    title: "do a task in the background; the terminal is free at once",
    usage: ['"TASK" [flags]', "-i FILE [flags]", "--recipe RECIPE [--params KEY=VALUE…] [flags]"],
    text: `The run goes on when this terminal is closed. What it asks waits, and anyone of your processes answers: skein ps
shows it, skein attach and skein answer reply. With --mode auto it asks nothing. When the run ends, so does its process;
the session stays, as that of any run.`,
    examples: [
      'skein bg "update the changelog" --mode accept_edits',
      "git diff | skein bg -t 'review this' --mode plan",
      "skein ps && skein attach",
    ],
  },
  flags: backgroundFlags,
  words: Infinity,
  run: async (flags, words) => {
    const { json, "session-id": id = newSessionId(new Date(), Math.random), ...given } = flags;
    const said = [...(flags.text === undefined ? [] : [flags.text]), ...words].join(" ");
    const task = await readTask(
      { ...given, ...(said === "" ? {} : { text: said }) },
      { isOptional: flags.recipe !== undefined, warn },
    );
    using stop = abortOnSignals();
    const run = backgroundRun({ session: id, cwd: process.cwd(), text: task, flags: flagWords(given) });
    const started = await startBackground(thisMachine(), run, stop.signal);
    const isRunning = "pid" in started;
    if (!isRunning) process.stderr.write(started.said);
    if (!isRunning && !started.hasBegun) return started.exitCode;
    if (json) printJson({ id, pid: isRunning ? started.pid : null });
    else process.stdout.write(`${id}\n`);
    if (!isRunning) {
      if (!json) note(`It has ended already. skein session show ${id}`);
      return started.exitCode;
    }
    if (!json) note(`Process ${started.pid} works on it. skein attach ${id} · skein stop ${id} · skein ps`);
  },
});

/** What was given, as it is typed, without the task. */
function flagWords(flags: Parsed<typeof backgroundFlags>): readonly string[] {
  return Object.entries(flags).flatMap(([name, value]: [string, boolean | string | readonly string[]]) => {
    if (taskFlags.includes(name) || value === false) return [];
    return value === true ? [`--${name}`] : [value].flat().map((one) => `--${name}=${one}`);
  });
}

const taskFlags: readonly string[] = ["text", "instructions", "no-stdin"];
