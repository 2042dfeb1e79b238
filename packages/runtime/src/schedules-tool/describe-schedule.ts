import { oneLine } from "@skein/protocol";
import type { ListedSchedule, Schedule, Slot } from "@skein/schedules";

// Schedules as text for the model, with times in the schedule's time zone.

/** Characters of the task shown in a list. */
const shownWork = 120;

/** One line. */
export function listLine(schedule: ListedSchedule): string {
  const { name, cron, tz, mode, last, work } = schedule;
  const went = last === undefined ? "" : `; last ${timeIn(tz, last.planned)}: ${endOf(last)}`;
  const text = work.kind === "prompt" ? work.text : work.recipe;
  return `${name}: ${cron} (${tz}), ${mode}, ${nextOf(schedule)}${went}: ${firstOf(text)}`;
}

export function detailsOf(schedule: ListedSchedule, history: readonly Slot[]): string {
  const { name, cron, tz, work, cwd, pausedAt } = schedule;
  const slots = history.map((slot) => `  ${timeIn(tz, slot.planned)}: ${endOf(slot)}${sessionOf(slot)}`);
  return [
    `${name}: ${cron} (${tz}), ${nextOf(schedule)}${pausedAt === undefined ? "" : ` since ${timeIn(tz, pausedAt)}`}`,
    work.kind === "prompt" ? `task: ${work.text}` : `recipe: ${work.recipe} ${JSON.stringify(work.params)}`,
    `folder: ${cwd}`,
    rightsLine(schedule),
    slots.length === 0 ? "It has not run yet." : `Last runs:\n${slots.join("\n")}`,
  ].join("\n");
}

/** Its permissions and limits, on one line. */
export function rightsLine({
  mode,
  provider,
  model,
  rules,
  limits,
  maxCostUsd,
  maxTokens,
}: Schedule): string {
  const denied = rules.filter(({ verdict }) => verdict === "deny").map(({ tool }) => tool);
  const most = [
    ...(maxCostUsd === undefined ? [] : [`$${maxCostUsd}`]),
    ...(maxTokens === undefined ? [] : [`${maxTokens} tokens`]),
    ...(limits.maxTurns === undefined ? [] : [`${limits.maxTurns} turns`]),
    ...(limits.maxToolCalls === undefined ? [] : [`${limits.maxToolCalls} tool calls`]),
    ...(limits.maxTimeMs === undefined ? [] : [`${limits.maxTimeMs / 1000} s`]),
  ];
  return [
    `mode ${mode}`,
    ...(provider === undefined
      ? []
      : [`model ${[provider, model].filter((name) => name !== undefined).join(" ")}`]),
    ...(most.length === 0 ? [] : [`at most ${most.join(", ")} each time`]),
    ...(denied.length === 0 ? [] : [`without ${denied.join(", ")}`]),
  ].join(", ");
}

export function nextOf({ pausedAt, isRunning, nextAt, tz }: ListedSchedule): string {
  if (isRunning) return "runs now";
  if (pausedAt !== undefined) return "paused";
  return nextAt === undefined ? "never again" : `next ${timeIn(tz, nextAt)}`;
}

function endOf({ state, outcome, reason }: Slot): string {
  return `${outcome ?? state}${reason === undefined ? "" : `, ${reason}`}`;
}

function sessionOf({ session }: Slot): string {
  return session === undefined ? "" : `, session ${session}`;
}

/** `2026-11-20 06:30` */
function timeIn(tz: string, at: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: tz, dateStyle: "short", timeStyle: "short" }).format(
    at,
  );
}

function firstOf(text: string): string {
  const line = oneLine(text);
  return line.length <= shownWork ? line : `${line.slice(0, shownWork)} …`;
}
