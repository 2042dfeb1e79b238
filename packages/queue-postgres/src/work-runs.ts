import type { JobResult } from "pg-boss";
import { proofOf, type Attempts, type KeptRun, type RunJob } from "./attempts.ts";
import { heartbeatSeconds, queue, type OpenQueue } from "./open-queue.ts";
import type { WorkOptions } from "./queue-options.ts";
import type { RunEnd, TakenRun } from "./queued-run.ts";
import { fireEvery } from "./schedules/fire-every.ts";
import { settlementOf } from "./settle-run.ts";
import type { Slots } from "./slots.ts";

/** Its result ends the run in the queue; `undefined` gives it back. */
type RunTaken = (taken: TakenRun) => Promise<RunEnd | undefined>;

/** How often a worker looks for a run, in seconds. */
const pollSeconds = 0.5;

/** See `RunQueue.work`. */
export async function workRuns(
  { boss, schema, slots, schedules, attempts }: OpenQueue,
  { atOnce = 1, perShare, newSession, onProblem }: WorkOptions,
  run: RunTaken,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const worker = await boss.work<KeptRun>(
    queue,
    {
      batchSize: 1,
      localConcurrency: atOnce,
      perJobResults: true,
      pollingIntervalSeconds: pollSeconds,
      heartbeatRefreshSeconds: heartbeatSeconds / 4,
      ...(perShare === undefined ? {} : { groupConcurrency: perShare }),
    },
    async ([job]) => {
      if (!job) return [];
      const signal = AbortSignal.any([job.signal, stopping.signal]);
      const { tries: _, ...queued } = job.data;
      await attempts.begin(job);
      const share = job.groupId ? { share: job.groupId } : {};
      const attempt = job.retryCount + 1;
      const claim = { run: job.id, attempt, proof: proofOf(job, schema) };
      const taken = { ...queued, ...share, attempt, claim, signal };
      return [await settle(attempts, job, await inShare(slots, perShare, taken, run))];
    },
  );
  const firing = newSession && fireEvery(() => schedules.fire(newSession), onProblem);
  return async () => {
    stopping.abort();
    await firing?.stop();
    await boss.offWork(queue, { id: worker, wait: true });
  };
}

async function settle(attempts: Attempts, job: RunJob, end: RunEnd | undefined): Promise<JobResult> {
  const { status, waitSeconds } = settlementOf(job.data.tries ?? 0, end);
  if (end === undefined) await attempts.givenBack(job);
  else if (waitSeconds !== undefined) await attempts.failed(job, waitSeconds);
  return { id: job.id, status, ...(end ? { output: end } : {}) };
}

async function inShare(
  slots: Slots,
  most: number | undefined,
  taken: TakenRun,
  run: RunTaken,
): Promise<RunEnd | undefined> {
  const { share, signal } = taken;
  if (most === undefined || !share) return signal.aborted ? undefined : run(taken);
  const free = await slots.hold(share, most, signal);
  try {
    return free && (await run(taken));
  } finally {
    await free?.();
  }
}
