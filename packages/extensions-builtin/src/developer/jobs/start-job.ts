import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ToolContext, ToolOutcome } from "@skein/protocol";
import { cannotStart } from "../shell/launch-command.ts";
import { folderOfJob, readRecord } from "./job-record.ts";
import { describeOutput, settleMs } from "./job-tools.ts";
import type { Job, Jobs, JobStart } from "./jobs.ts";

/** Starts a job. The result has its first words, and its end where it comes at once. */
export async function startJob(
  jobs: Jobs,
  command: string,
  { wanted, context }: { readonly wanted: JobStart; readonly context: ToolContext },
): Promise<ToolOutcome> {
  if (context.callFolder !== undefined) jobs.discover(dirname(context.callFolder));
  const job = await jobs.start(command, wanted);
  if ("kind" in job) return job;
  await Promise.race([job.gone, sleep(settleMs)]);
  if (job.notStarted) return cannotStart(job.notStarted, command, context.cwd);
  return { content: [{ type: "text", text: describeStart(job, context) }] };
}

/** The result of a call whose process died before it had one. */
export function recoverJob(jobs: Jobs, callFolder: string, context: ToolContext): ToolOutcome | undefined {
  const record = readRecord(folderOfJob(callFolder));
  jobs.discover(dirname(callFolder));
  const job = record && jobs.find(record.id);
  return job && { content: [{ type: "text", text: describeStart(job, context) }] };
}

function describeStart(job: Job, context: ToolContext): string {
  const { id, kept } = job.record;
  const output = describeOutput(job, undefined, context);
  if (job.end) return output;
  const fate = kept ? "The user has it go on when the session ends." : "It ends with the session.";
  return `${output}\n[${fate} Look at it with job {"id":"${id}"}; wait_for waits, end ends it.]`;
}
