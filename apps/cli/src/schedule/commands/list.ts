import type { ListedSchedule } from "@skein/runtime/schedules";
import { userSchedules } from "@skein/host/schedules";
import { thisMachine } from "../../machine.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { table, widthOf } from "../../output/table.ts";
import { shortTime } from "../../output/when.ts";
import { note, printJson } from "../../session/say.ts";
import { scheduleFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { warnWithoutDaemon } from "../no-daemon.ts";
import { endWords, nextWords, workWords } from "../words.ts";

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("schedule list", scheduleFlags, args);
  if (flags.help) {
    const examples = ["skein schedule list --json | jq '.schedules[].name'"];
    const head = { title: "what runs when, and how it went last", usage: ["[flags]"] };
    process.stdout.write(subcommandHelp("schedule list", { ...head, examples, flags: scheduleFlags }));
    return 0;
  }
  refuseWords("schedule list", words);
  using user = userSchedules(thisMachine());
  const listed = user.schedules.list();
  if (flags.json) {
    printJson({ schedules: listed, hasDaemon: user.schedules.hasDaemon() });
    return 0;
  }
  if (listed.length === 0) {
    note("There are no schedules. `skein schedule add --help` shows how to make one.");
    return 0;
  }
  process.stdout.write(table(columns, listed.map(row), widthOf(process.stdout)));
  warnWithoutDaemon(user.schedules);
  return 0;
};

const columns = [
  { title: "NAME" },
  { title: "CRON" },
  { title: "NEXT" },
  { title: "LAST" },
  { title: "HOW: WHAT", isFlexible: true },
] as const;

function row(schedule: ListedSchedule): readonly string[] {
  const now = new Date();
  const { name, cron, tz, last } = schedule;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const how = last === undefined ? "" : `${endWords(last)}: `;
  return [
    name,
    tz === own ? cron : `${cron} ${tz}`,
    nextWords(schedule, now),
    shortTime(last?.planned, now),
    `${how}${workWords(schedule).slice(0, 200)}`,
  ];
}
