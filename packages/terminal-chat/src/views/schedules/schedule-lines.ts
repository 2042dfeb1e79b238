import type { ListedSchedule } from "@skein/schedules";
import { endWords, longTime, nextWords } from "./slot-words.ts";

/** All about one schedule: a fact a line. Not yet clean. */
export function scheduleLines(schedule: ListedSchedule, now: Date): readonly string[] {
  const { work, limits, last, rules } = schedule;
  const facts: readonly (readonly [string, string | number | undefined])[] = [
    ["name", schedule.name],
    ["id", schedule.id],
    ["cron", `${schedule.cron} (${schedule.tz})`],
    ["next", nextWords(schedule, now)],
    ["last", last && `${longTime(last.planned, now)}: ${endWords(last)}`],
    ["session", last?.session],
    ["recipe", work.kind === "recipe" ? work.recipe : undefined],
    ["agreed to", work.kind === "recipe" ? work.consent : undefined],
    ...Object.entries(work.kind === "recipe" ? work.params : {}).map(
      ([key, value]) => [`  ${key}`, value] as const,
    ),
    ["text", work.kind === "prompt" ? work.text : undefined],
    ["folder", schedule.cwd],
    ["worktree", schedule.worktree && `one for each slot: ${schedule.worktree}`],
    ["provider", schedule.provider],
    ["model", schedule.model],
    ["mode", schedule.mode],
    ["tools", schedule.tools && (schedule.tools.join(", ") || "none")],
    ["asked by", schedule.askedBy && `the agent of session ${schedule.askedBy}`],
    ...rules.map(({ tool, verdict }) => ["rule", `${tool}: ${verdict}`] as const),
    ["at most", schedule.maxCostUsd === undefined ? undefined : `$${schedule.maxCostUsd} each time`],
    ["tokens", schedule.maxTokens],
    ["turns", limits.maxTurns],
    ["time", limits.maxTimeMs === undefined ? undefined : `${limits.maxTimeMs / 1000} s`],
    ["overlap", schedule.overlap],
    ["catch-up", schedule.catchUp],
    ["resume", schedule.resume ? "yes" : "no"],
    ["since", longTime(schedule.createdAt, now)],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(10)} ${value}`]));
}
