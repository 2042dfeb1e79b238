import type { BackgroundJob } from "@skein/protocol";
import type { CommandResult } from "@skein/session-commands";
import { seconds } from "../../chat/spinner.ts";

type JobsListed = Extract<CommandResult, { readonly kind: "jobs" }>;

/** One line each: what it is, and since when it runs or how it ended. */
export function jobsText({ jobs, ended }: JobsListed, now: number): string {
  const rows = jobs.map(
    (job) =>
      `${job.id.padStart(3)}  ${job.end ? endText(job.end) : runningText(job, now)}  ${job.command.replace(/\s+/g, " ")}`,
  );
  const list = rows.length === 0 ? ["No background jobs in this session."] : rows;
  if (!ended) return list.join("\n");
  const { id, wasRunning } = ended;
  const what = wasRunning ? `Job ${id} was ended.` : `No job ${id} was running.`;
  return [what, ...list].join("\n");
}

function runningText({ startedAt, kept }: BackgroundJob, now: number): string {
  return `running ${seconds(now - startedAt)}${kept ? ", kept" : ""}`;
}

const ends = {
  itself: "ended",
  model: "ended by the model",
  user: "ended by you",
  session: "ended with the session",
  deadline: "ended at its time limit",
  absence: "ended while Skein was gone",
} as const;

function endText({ by, exitCode, limit }: NonNullable<BackgroundJob["end"]>): string {
  const end = exitCode === undefined ? ends[by] : `${ends[by]}, exit code ${exitCode}`;
  return limit === undefined ? end : `${end} (${limit})`;
}
