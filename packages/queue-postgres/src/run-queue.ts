import { ConfigError, messageOf } from "@skein/protocol";
import { PgBoss, type JobResult, type JobWithMetadata } from "pg-boss";
import { attemptsIn, proofOf, type KeptRun, type RunJob } from "./attempts.ts";
import type { QueueEntry, RunEnd, Submission, TakenRun } from "./queued-run.ts";
import { entryOf, stateOf } from "./queue-entry.ts";
import { openQueueLimits, type QueueLimits } from "./limits/queue-limits.ts";
import { maxLosses, settlementOf } from "./settle-run.ts";
import { fireEvery } from "./schedules/fire-every.ts";
import { openQueueSchedules, type QueueSchedules } from "./schedules/queue-schedules.ts";
import { queueStanding, type QueueStanding } from "./queue-standing.ts";
import { openSlots, type Slots } from "./slots.ts";
import { whenReachable } from "./when-reachable.ts";

export interface RunQueueOptions {
  /** Address of the database. */
  readonly url: string;
  /** The schema that has the tables. Default `skein_queue`. */
  readonly schema?: string;
}

export interface WorkOptions {
  /** Runs at once in this worker. Default 1. */
  readonly atOnce?: number;
  /** Runs at once of one share, over all workers. Default: no limit. */
  readonly perShare?: number;
  /** Makes ids of sessions for schedules. Absent: this worker submits nothing by schedules. */
  readonly newSession?: () => string;
  /** Receives what goes wrong with the queue itself; the work goes on. */
  readonly onProblem: (sentence: string) => void;
}

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

const queue = "runs";
const deadQueue = "runs-dead";

/** The least that pg-boss takes, in seconds: a worker that is silent for so long has lost its runs. */
const heartbeatSeconds = 10;
/** How often workers look for those that are silent, in seconds. */
const superviseSeconds = 1;
/** The most that pg-boss takes, in seconds: a run ends by its own limits. */
const longestSeconds = 24 * 3600 - 1;
/** How often a worker looks for a run, in seconds. */
const pollSeconds = 0.5;
/** A connection that was cut without a word is left after 5 seconds: a worker has to be heard every 10. */
const connection = { max: 3, connectionTimeoutMillis: 5_000, query_timeout: 5_000, keepAlive: true };
const stopMs = 30_000;

/** Connects, and prepares its tables; waits for a database that is being restarted. Throws `ConfigError`. */
export function openRunQueue(options: RunQueueOptions): Promise<RunQueue> {
  return whenReachable(() => openOnce(options));
}

async function openOnce({ url, schema = "skein_queue" }: RunQueueOptions): Promise<RunQueue> {
  let onProblem: (sentence: string) => void = () => undefined;
  const boss = new PgBoss({
    ...connection,
    connectionString: url,
    schema,
    application_name: "skein-queue",
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    schedule: false,
  });
  boss.on("error", (error) => onProblem(messageOf(error)));
  let slots: Slots;
  let limits: QueueLimits;
  let schedules: QueueSchedules;
  try {
    await boss.start();
    slots = await prepare(boss, schema);
    limits = await openQueueLimits(boss.getDb(), schema);
    schedules = await openQueueSchedules({
      db: boss.getDb(),
      schema,
      submit: async (run, id) => void (await send(run, id)),
      cancel: async (ids) => void (await boss.cancel(queue, [...ids])),
    });
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }

  /** @returns whether it was taken: of each session one waits or runs, and of each id there is one ever. */
  async function send({ priority = 0, share, ...run }: Submission, id?: string): Promise<boolean> {
    const group = share === undefined ? {} : { group: { id: share } };
    const named = id === undefined ? {} : { id };
    return (
      null !== (await boss.send(queue, run, { singletonKey: run.session, priority, ...group, ...named }))
    );
  }

  const attempts = attemptsIn(boss.getDb(), schema);

  async function jobsOf(session: string): Promise<readonly JobWithMetadata<KeptRun>[]> {
    return boss.findJobs<KeptRun>(queue, { key: session });
  }

  async function settle(job: RunJob, end: RunEnd | undefined): Promise<JobResult> {
    const { status, waitSeconds } = settlementOf(job.data.tries ?? 0, end);
    if (end === undefined) await attempts.givenBack(job);
    else if (waitSeconds !== undefined) await attempts.failed(job, waitSeconds);
    return { id: job.id, status, ...(end ? { output: end } : {}) };
  }

  async function inShare(
    share: string | null | undefined,
    most: number | undefined,
    taken: TakenRun,
    run: (taken: TakenRun) => Promise<RunEnd | undefined>,
  ): Promise<RunEnd | undefined> {
    if (most === undefined || !share) return taken.signal.aborted ? undefined : run(taken);
    const free = await slots.hold(share, most, taken.signal);
    try {
      return free && (await run(taken));
    } finally {
      await free?.();
    }
  }

  async function close(): Promise<void> {
    await limits.close();
    await boss.stop({ graceful: true, timeout: stopMs });
  }

  return {
    async submit(run) {
      if (await send(run)) return;
      throw new ConfigError("usage", `A run of session ${run.session} waits or runs already.`, {
        hint: "Wait for its end, or cancel it.",
      });
    },
    async work({ atOnce = 1, perShare, newSession, onProblem: problem }, run) {
      onProblem = problem;
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
          return [await settle(job, await inShare(job.groupId, perShare, taken, run))];
        },
      );
      const firing = newSession && fireEvery(() => schedules.fire(newSession), onProblem);
      return async () => {
        stopping.abort();
        await firing?.stop();
        await boss.offWork(queue, { id: worker, wait: true });
      };
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

async function prepare(boss: PgBoss, schema: string): Promise<Slots> {
  const kept = { expireInSeconds: longestSeconds, retryLimit: maxLosses, retryDelay: 0, retryBackoff: false };
  await boss.createQueue(deadQueue, kept);
  await boss.createQueue(queue, {
    ...kept,
    policy: "exclusive", // one run of a session waits or runs
    heartbeatSeconds,
    deadLetter: deadQueue,
  });
  return openSlots(boss.getDb(), schema);
}
