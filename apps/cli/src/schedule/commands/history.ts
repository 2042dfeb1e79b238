import { userSchedules } from "@skein/host/schedules";
import { thisMachine } from "../../machine.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { table, widthOf } from "../../output/table.ts";
import { note, printJson } from "../../session/say.ts";
import { readLimit } from "../../session/read-number.ts";
import { scheduleHistoryFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { endWords, longTime } from "../words.ts";

/** More than a store keeps. */
const most = 2_000_000;

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("schedule history", scheduleHistoryFlags, args);
  if (flags.help) {
    const head = {
      title: "what ran, what did not, and why",
      usage: ["[NAME] [flags]"],
      flags: scheduleHistoryFlags,
    };
    const examples = [
      "skein schedule history report",
      "skein schedule history --json | jq '.slots[0].session'",
    ];
    process.stdout.write(subcommandHelp("schedule history", { ...head, examples }));
    return 0;
  }
  refuseWords("schedule history", words, 1);
  const [name] = words;
  const limit = Math.min(readLimit(flags.limit), most);
  using user = userSchedules(thisMachine());
  const slots = user.schedules.history({ limit, ...(name === undefined ? {} : { name }) });
  const names = new Map(user.schedules.store.schedules({ removed: true }).map((one) => [one.id, one.name]));
  if (flags.json) {
    printJson({ slots: slots.map((slot) => ({ name: names.get(slot.schedule) ?? null, ...slot })) });
    return 0;
  }
  const now = new Date();
  const rows = slots.map((slot) => [
    longTime(slot.planned, now),
    names.get(slot.schedule) ?? "",
    slot.state,
    slot.session ?? "",
    endWords(slot),
  ]);
  if (rows.length === 0) note("Nothing has come due yet.");
  else process.stdout.write(table(columns, rows, widthOf(process.stdout)));
  return 0;
};

const columns = [
  { title: "WHEN" },
  { title: "NAME" },
  { title: "STATE" },
  { title: "SESSION" },
  { title: "HOW", isFlexible: true },
] as const;
