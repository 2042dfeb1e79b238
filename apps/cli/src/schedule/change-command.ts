import { subcommandHelp } from "../arguments/subcommand-help.ts";
import { userSchedules } from "@skein/host/schedules";
import { thisMachine } from "../machine.ts";
import { parseFlags } from "../arguments/parse-flags.ts";
import type { Command } from "../command.ts";
import { note, printJson } from "../session/say.ts";
import { scheduleFlags } from "./flags.ts";
import { readScheduleName } from "./read-name.ts";

export interface ChangeCommand {
  readonly word: "pause" | "resume" | "remove";
  readonly title: string;
  readonly text: string;
  /** Said afterwards, behind the schedule's name. */
  readonly done: string;
}

export function changeCommand({ word, title, text, done }: ChangeCommand): Command {
  return async (args) => {
    const { flags, words } = parseFlags(`schedule ${word}`, scheduleFlags, args);
    if (flags.help) {
      const examples = [`skein schedule ${word} report`];
      const help = { title, usage: ["NAME"], text, examples, flags: scheduleFlags };
      process.stdout.write(subcommandHelp(`schedule ${word}`, help));
      return 0;
    }
    using user = userSchedules(thisMachine());
    const { name, id } = user.schedules.get(readScheduleName(word, words));
    user.schedules[word](name);
    if (flags.json) printJson({ name, id });
    else note(`${name} ${done}`);
    return 0;
  };
}
