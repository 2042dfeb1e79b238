import type { BackgroundJob, JobEnd } from "@skein/protocol";
import { oneLine } from "@skein/protocol";
import { exitCodeText } from "../shell/exit-code.ts";

const shownOfCommand = 80;

/** Foreign text, in one line. */
export function commandOf({ command }: Pick<BackgroundJob, "command">): string {
  const line = oneLine(command);
  return line.length <= shownOfCommand ? line : `${line.slice(0, shownOfCommand - 1)}…`;
}

/** For the model, in a line. */
function describeJob(job: BackgroundJob): string {
  return `job ${job.id} (${commandOf(job)}) ${job.end ? describeEnd(job.end) : "is running"}`;
}

const ends: Readonly<Record<Exclude<JobEnd["by"], "itself">, string>> = {
  model: "was ended by you",
  user: "was ended by the user",
  session: "was ended when the session was closed",
  deadline: "was ended at its time limit",
  absence: "was ended, because the session was gone for too long",
};

export function describeEnd({ by, exitCode, limit }: JobEnd): string {
  if (by !== "itself") return ends[by];
  const end =
    exitCode === undefined
      ? "was killed, its exit code is not known"
      : `has ended, exit code ${exitCodeText(exitCode)}`;
  // Stands in a sentence.
  return limit === undefined ? end : `${end}. ${limit.replace(/\.$/, "")}`;
}

/** As dynamic context of the model. */
export function describeNews(jobs: readonly BackgroundJob[]): string {
  return jobs.map((job) => `Background ${describeJob(job)}.`).join("\n");
}

/** For the user, of a job that was running when the session was closed. */
export function describeClose(job: BackgroundJob): string {
  const fate = job.kept ? "goes on, as you have set it" : "was ended with the session";
  return `Background job ${job.id} (${commandOf(job)}) ${fate}.`;
}
