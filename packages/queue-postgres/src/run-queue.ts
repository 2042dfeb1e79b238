import { ConfigError } from "@skein/protocol";
import type { JobWithMetadata } from "pg-boss";
import type { KeptRun } from "./attempts.ts";
import type { QueueLimits } from "./limits/queue-limits.ts";
import { openQueue, queue, send } from "./open-queue.ts";
import type { RunQueueOptions, WorkOptions } from "./queue-options.ts";
import type { QueueEntry, RunEnd, Submission, TakenRun } from "./queued-run.ts";
import { entryOf, stateOf } from "./queue-entry.ts";
import { queueStanding, type QueueStanding } from "./queue-standing.ts";
import type { QueueSchedules } from "./schedules/queue-schedules.ts";
import { whenReachable } from "./when-reachable.ts";
import { workRuns } from "./work-runs.ts";

/** Runs that wait for workers on any machine. */
export interface RunQueue extends AsyncDisposable {
  /** Throws `ConfigError` when a run of the session waits or runs already. */
  submit(run: Submission): Promise<void>;
  /**
   * Takes runs until the returned function is called, which gives back what runs and resolves when it has ended.
   *
   * @param run - its result ends the run in the queue; `undefined` gives it back. It must end soon once the signal is
   *   aborted.
   */
  work(
    options: WorkOptions,
    run: (taken: TakenRun) => Promise<RunEnd | undefined>,
  ): Promise<() => Promise<void>>;
  /** @returns whether there was a run of the session that waited or ran. */
  cancel(session: string): Promise<boolean>;
  /** The last run of a session that is known; `undefined` when none was submitted of late. */
  find(session: string): Promise<QueueEntry | undefined>;
  /** Those that wait or run, and those that have ended of late, the oldest first; the dead are those that a person has to look at. */
  list(): Promise<readonly QueueEntry[]>;
  /** How full it is. */
  standing(): Promise<QueueStanding>;
  readonly limits: QueueLimits;
  readonly schedules: QueueSchedules;
  close(): Promise<void>;
}

const stopMs = 30_000;

/** Connects, and prepares its tables; waits for a database that is being restarted. Throws `ConfigError`. */
export function openRunQueue(options: RunQueueOptions): Promise<RunQueue> {
  return whenReachable(() => openOnce(options));
}

async function openOnce(options: RunQueueOptions): Promise<RunQueue> {
  let onProblem: (sentence: string) => void = () => undefined;
  const opened = await openQueue(options, (sentence) => onProblem(sentence));
  const { boss, schema, limits, schedules } = opened;

  async function jobsOf(session: string): Promise<readonly JobWithMetadata<KeptRun>[]> {
    return boss.findJobs<KeptRun>(queue, { key: session });
  }

  async function close(): Promise<void> {
    await limits.close();
    await boss.stop({ graceful: true, timeout: stopMs });
  }

  return {
    async submit(run) {
      if (await send(boss, run)) return;
      throw new ConfigError("usage", `A run of session ${run.session} waits or runs already.`, {
        hint: "Wait for its end, or cancel it.",
      });
    },
    work(working, run) {
      onProblem = working.onProblem;
      return workRuns(opened, working, run);
    },
    async cancel(session) {
      const open = (await jobsOf(session)).filter(
        ({ state }) => stateOf[state] === "waiting" || state === "active",
      );
      if (open.length > 0)
        await boss.cancel(
          queue,
          open.map(({ id }) => id),
        );
      return open.length > 0;
    },
    async find(session) {
      const entries = (await jobsOf(session)).map(entryOf);
      return entries.toSorted((one, other) => Number(one.submittedAt) - Number(other.submittedAt)).at(-1);
    },
    async list() {
      return (await boss.findJobs<KeptRun>(queue)).map(entryOf);
    },
    standing: () => queueStanding(boss.getDb(), schema, queue),
    limits,
    schedules,
    close,
    [Symbol.asyncDispose]: close,
  };
}
