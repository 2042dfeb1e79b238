import type { ListedSchedule, Schedule, Slot } from "@skein/schedules";
import { shortTime } from "@skein/terminal";

/** `done, exit 0, $0.0123` */
export function endWords({ state, outcome, exitCode, costUsd, reason, through }: Slot): string {
  const parts = [
    outcome ?? state,
    ...(exitCode === undefined || exitCode === 0 ? [] : [`exit ${exitCode}`]),
    ...(costUsd === undefined ? [] : [`$${costUsd.toFixed(4)}`]),
    ...(through === undefined ? [] : [`up to ${shortTime(through, new Date())}`]),
    ...(reason === undefined ? [] : [reason]),
  ];
  return parts.join(", ");
}

export function workWords({ work }: Schedule): string {
  return work.kind === "prompt" ? work.text : work.recipe;
}

export function nextWords({ pausedAt, nextAt, isRunning }: ListedSchedule, now: Date): string {
  if (isRunning) return "runs now";
  if (pausedAt !== undefined) return "paused";
  return nextAt === undefined ? "never" : longTime(nextAt, now);
}

/** As `shortTime`, with the time of day also when it is another year. Local time. */
export function longTime(at: number, now: Date): string {
  const short = shortTime(at, now);
  return new Date(at).getFullYear() === now.getFullYear() ? short : `${short} ${timeOfDay(at)}`;
}

function timeOfDay(at: number): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** `2026-11-20T06:30:00.000Z news: running, session 20261120-063000-k7mq3x` */
export function slotLine(slot: Slot, schedule: Schedule | undefined, now: Date): string {
  const how = slot.state === "running" ? `running, session ${slot.session}` : endWords(slot);
  return `${now.toISOString()} ${schedule?.name ?? slot.schedule}: ${how}`;
}

/** Whether a slot has not come to a good end. */
export function isTrouble({ state, outcome }: Slot): boolean {
  return state === "lost" || (state === "ended" && outcome !== "done");
}
