import { storedOutcome } from "@skein/protocol";
import type { JobWithMetadata } from "pg-boss";
import type { KeptRun } from "./attempts.ts";
import type { QueueEntry, QueueState, RunEnd } from "./queued-run.ts";

type State = JobWithMetadata["state"];

export const stateOf: Readonly<Record<State, QueueState>> = {
  created: "waiting",
  retry: "waiting",
  active: "running",
  completed: "ended",
  cancelled: "cancelled",
  failed: "dead",
};

/** A run as a list shows it. */
export function entryOf(job: JobWithMetadata<KeptRun>): QueueEntry {
  const { tries: _, ...run } = job.data;
  return {
    ...run,
    state: stateOf[job.state],
    attempts: job.retryCount + (job.state === "created" ? 0 : 1),
    submittedAt: job.createdOn,
    priority: job.priority,
    ...(job.groupId ? { share: job.groupId } : {}),
    ...(job.completedOn ? { end: endOf(job) } : {}),
  };
}

/** pg-boss ends runs by itself, too: those that are cancelled, and those whose workers were lost too often. */
function endOf({ state, output, retryCount }: JobWithMetadata<KeptRun>): RunEnd {
  if (state === "cancelled") return { outcome: "cancelled" };
  if (isRunEnd(output)) return { ...output, outcome: storedOutcome(output.outcome) };
  return {
    outcome: "internal",
    error: {
      code: "worker-lost",
      message: `The worker that had it was lost ${retryCount + 1} times.`,
      hint: "Look at what it does in its session: it may use up the memory of its workers. Then submit it again.",
    },
  };
}

function isRunEnd(output: unknown): output is RunEnd {
  return typeof output === "object" && output !== null && "outcome" in output;
}
