import type { Command } from "@skein/command-line";
import { jsonFlag } from "@skein/command-line/flags";
import { ofWorkers } from "@skein/command-line/command-flags";
import { openSchedules } from "@skein/session-processes/schedules";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { note, printJson } from "../print.ts";
import { needsSchedule } from "./needs-schedule.ts";

interface ChangeCommand {
  readonly word: "pause" | "resume" | "remove";
  readonly title: string;
  readonly text: string;
  /** Said afterwards, behind the schedule's name. */
  readonly done: string;
}

function changeCommand({ word, title, text, done }: ChangeCommand): Command {
  return defineCommand({
    name: `schedule ${word}`,
    help: { title, usage: ["NAME"], text, examples: [`skein schedule ${word} report`] },
    flags: { json: jsonFlag, ...ofWorkers },
    ...needsSchedule,
    run: async (flags, [wanted]) => {
      await using schedules = await openSchedules(thisMachine(), { ofWorkers: flags.workers });
      const { name, id } = await schedules.get(wanted);
      await schedules[word](name);
      if (flags.json) printJson({ name, id });
      else note(`${name} ${done}`);
    },
  });
}

export const pause: Command = changeCommand({
  word: "pause",
  title: "no slot of it starts until it is resumed",
  text: "What runs goes on to its end; what is interrupted waits.",
  done: "is paused.",
});

export const remove: Command = changeCommand({
  word: "remove",
  title: "remove a schedule",
  text: "What runs goes on to its end. Sessions stay, and the history for a while.",
  done: "is removed.",
});

export const resume: Command = changeCommand({
  word: "resume",
  title: "slots of it start again",
  text: "What came due meanwhile is recorded as missed.",
  done: "goes on.",
});
