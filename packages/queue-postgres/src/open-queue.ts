import { messageOf } from "@skein/protocol";
import { PgBoss } from "pg-boss";
import { attemptsIn, type Attempts } from "./attempts.ts";
import { openQueueLimits, type QueueLimits } from "./limits/queue-limits.ts";
import type { RunQueueOptions } from "./queue-options.ts";
import type { Submission } from "./queued-run.ts";
import { openQueueSchedules, type QueueSchedules } from "./schedules/queue-schedules.ts";
import { maxLosses } from "./settle-run.ts";
import { openSlots, type Slots } from "./slots.ts";

/** A queue whose tables are there, by its parts. */
export interface OpenQueue {
  readonly boss: PgBoss;
  readonly schema: string;
  readonly slots: Slots;
  readonly limits: QueueLimits;
  readonly schedules: QueueSchedules;
  readonly attempts: Attempts;
}

export const queue = "runs";
const deadQueue = "runs-dead";

/** The least that pg-boss takes, in seconds: a worker that is silent for so long has lost its runs. */
export const heartbeatSeconds = 10;
/** How often workers look for those that are silent, in seconds. */
const superviseSeconds = 1;
/** The most that pg-boss takes, in seconds: a run ends by its own limits. */
const longestSeconds = 24 * 3600 - 1;
/** A connection that was cut without a word is left after 5 seconds: a worker has to be heard every 10. */
const connection = { max: 3, connectionTimeoutMillis: 5_000, query_timeout: 5_000, keepAlive: true };

/** @param onProblem - receives what goes wrong with the queue itself. */
export async function openQueue(
  { url, schema = "skein_queue" }: RunQueueOptions,
  onProblem: (sentence: string) => void,
): Promise<OpenQueue> {
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
  try {
    await boss.start();
    const slots = await prepare(boss, schema);
    const limits = await openQueueLimits(boss.getDb(), schema);
    const schedules = await openQueueSchedules({
      db: boss.getDb(),
      schema,
      submit: async (run, id) => void (await send(boss, run, id)),
      cancel: async (ids) => void (await boss.cancel(queue, [...ids])),
    });
    return { boss, schema, slots, limits, schedules, attempts: attemptsIn(boss.getDb(), schema) };
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
}

/** @returns whether it was taken: of each session one waits or runs, and of each id there is one ever. */
export async function send(
  boss: PgBoss,
  { priority = 0, share, ...run }: Submission,
  id?: string,
): Promise<boolean> {
  const group = share === undefined ? {} : { group: { id: share } };
  const named = id === undefined ? {} : { id };
  return null !== (await boss.send(queue, run, { singletonKey: run.session, priority, ...group, ...named }));
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
