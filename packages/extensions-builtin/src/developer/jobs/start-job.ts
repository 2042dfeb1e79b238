import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ToolContext, ToolOutcome } from "@skein/protocol";
import { cannotStart } from "../shell/launch-command.ts";
import { folderOfJob, readRecord } from "./job-record.ts";
import { describeOutput, settleMs } from "./job-tools.ts";
import type { Job, Jobs } from "./jobs.ts";
import type { JobStart } from "./launch-job.ts";
import { waitUntilStill } from "./wait-until-still.ts";

interface StartOptions {
  readonly wanted: JobStart;
  readonly context: ToolContext;
  /** How long the call waits until the job has ended or waits for somebody. Absent: it does not. */
  readonly attendMs?: number | undefined;
}

/** Milliseconds without output after which a program in a terminal is taken to wait for input. */
const stillMs = 1500;

/** Starts a job. The result has its first words, and its end where it comes at once. */
export async function startJob(
  jobs: Jobs,
  command: string,
  { wanted, context, attendMs }: StartOptions,
): Promise<ToolOutcome> {
  if (context.callFolder !== undefined) jobs.discover(dirname(context.callFolder));
  const job = await jobs.start(command, wanted);
  if ("kind" in job) return job;
  if (attendMs === undefined) await Promise.race([job.gone, sleep(settleMs)]);
  else await waitUntilStill(job, { stillMs, mostMs: attendMs, signal: context.signal });
  if (attendMs !== undefined && context.signal.aborted) {
    await jobs.stop(job, "user");
    return { kind: "interrupted", started: true, partial: await describeOutput(jobs, job, context) };
  }
  if (job.notStarted) return cannotStart(job.notStarted, command, context.cwd);
  return { content: [{ type: "text", text: await describeStart(jobs, job, context) }] };
}

/** The result of a call whose process died before it had one. */
export async function recoverJob(
  jobs: Jobs,
  callFolder: string,
  context: ToolContext,
): Promise<ToolOutcome | undefined> {
  const record = readRecord(folderOfJob(callFolder));
  jobs.discover(dirname(callFolder));
  const job = record && jobs.find(record.id);
  return job && { content: [{ type: "text", text: await describeStart(jobs, job, context) }] };
}

async function describeStart(jobs: Jobs, job: Job, context: ToolContext): Promise<string> {
  const { id, kept } = job.record;
  const output = await describeOutput(jobs, job, context);
  if (job.end) return output;
  const fate = kept ? "The user has it go on when the session ends." : "It ends with the session.";
  return `${output}\n[${fate} Look at it with job {"id":"${id}"}; ${job.record.terminal ? "input and keys type, " : ""}wait_for waits, end ends it.]`;
}
