import { userSchedules } from "@skein/host/schedules";
import { thisMachine } from "../../machine.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import type { Command } from "../../command.ts";
import { print, printJson } from "../../session/say.ts";
import { scheduleFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { warnWithoutDaemon } from "../no-daemon.ts";
import { readScheduleName } from "../read-name.ts";
import { endWords, longTime, nextWords } from "../words.ts";

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("schedule show", scheduleFlags, args);
  if (flags.help) {
    const head = {
      title: "all about one schedule",
      usage: ["NAME [flags]"],
      examples: ["skein schedule show report"],
    };
    process.stdout.write(subcommandHelp("schedule show", { ...head, flags: scheduleFlags }));
    return 0;
  }
  using user = userSchedules(thisMachine());
  const { schedules } = user;
  const found = schedules.get(readScheduleName("show", words));
  if (flags.json) {
    printJson(found);
    return 0;
  }
  const now = new Date();
  const { work, limits, last, rules } = found;
  const facts: readonly (readonly [string, string | number | undefined])[] = [
    ["name", found.name],
    ["id", found.id],
    ["cron", `${found.cron} (${found.tz})`],
    ["next", nextWords(found, now)],
    ["last", last && `${longTime(last.planned, now)}: ${endWords(last)}`],
    ["session", last?.session],
    ["recipe", work.kind === "recipe" ? work.recipe : undefined],
    ["agreed to", work.kind === "recipe" ? work.consent : undefined],
    ...Object.entries(work.kind === "recipe" ? work.params : {}).map(
      ([key, value]) => [`  ${key}`, value] as const,
    ),
    ["text", work.kind === "prompt" ? work.text : undefined],
    ["folder", found.cwd],
    ["provider", found.provider],
    ["model", found.model],
    ["mode", found.mode],
    ["tools", found.tools && (found.tools.join(", ") || "none")],
    ["asked by", found.askedBy && `the agent of session ${found.askedBy}`],
    ...rules.map(({ tool, verdict }) => ["rule", `${tool}: ${verdict}`] as const),
    ["at most", found.maxCostUsd === undefined ? undefined : `$${found.maxCostUsd} each time`],
    ["tokens", found.maxTokens],
    ["turns", limits.maxTurns],
    ["time", limits.maxTimeMs === undefined ? undefined : `${limits.maxTimeMs / 1000} s`],
    ["overlap", found.overlap],
    ["catch-up", found.catchUp],
    ["resume", found.resume ? "yes" : "no"],
    ["since", longTime(found.createdAt, now)],
  ];
  for (const [name, value] of facts) if (value !== undefined) print(`${name.padEnd(10)} ${value}`);
  warnWithoutDaemon(schedules);
  return 0;
};
