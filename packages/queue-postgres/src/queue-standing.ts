import type { SqlDatabase } from "./sql-database.ts";

/** How full the queue is. */
export interface QueueStanding {
  readonly waiting: number;
  readonly running: number;
  /** Those that have ended of late, and that a person has to look at. */
  readonly dead: number;
  /** How long the oldest that waits could have been taken by a worker; 0 where none waits. */
  readonly oldestWaitingSeconds: number;
}

/** Counts in the database, so that a long queue costs the reader nothing. */
export async function queueStanding(db: SqlDatabase, schema: string, queue: string): Promise<QueueStanding> {
  const { rows } = await db.executeSql(
    `SELECT count(*) FILTER (WHERE state IN ('created', 'retry'))::int AS waiting,
       count(*) FILTER (WHERE state = 'active')::int AS running,
       count(*) FILTER (WHERE state = 'failed')::int AS dead,
       coalesce(greatest(0, extract(epoch FROM clock_timestamp() - min(start_after)
         FILTER (WHERE state IN ('created', 'retry')))), 0)::float8 AS "oldestWaitingSeconds"
     FROM "${schema}".job WHERE name = $1`,
    [queue],
  );
  return (rows as readonly QueueStanding[])[0] as QueueStanding;
}
