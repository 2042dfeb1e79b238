import { serveSchedules, userSchedules } from "@skein/host/schedules";
import { thisMachine } from "../../machine.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import type { Command } from "../../command.ts";
import { exitCodes } from "@skein/protocol";
import { note, print, printJson } from "../../session/say.ts";
import { scheduleFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { readScheduleName } from "../read-name.ts";
import { ownServing } from "../own-serving.ts";
import { stopSignals } from "../stop-signals.ts";
import { endWords } from "../words.ts";

const help = {
  title: "one more slot, now",
  usage: ["NAME [flags]"],
  text: `A daemon starts it, and this command does not wait. Without a daemon it runs here, and the exit code is that of
its run.`,
  examples: ["skein schedule run-now report"],
  flags: scheduleFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("schedule run-now", scheduleFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("schedule run-now", help));
    return 0;
  }
  using user = userSchedules(thisMachine());
  const { schedules } = user;
  const name = readScheduleName("run-now", words);
  const hasDaemon = schedules.hasDaemon();
  const slot = schedules.runNow(name);
  if (hasDaemon) {
    if (flags.json) printJson(slot);
    else note(`The daemon starts it. How it went: skein schedule history ${name}`);
    return 0;
  }
  note("No daemon is running, so it runs here.");
  using stop = stopSignals();
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
  return stop.exitCode() || (ended.exitCode ?? exitCodes[ended.outcome ?? "usage"]);
};
