import type { Job } from "pg-boss";
import type { SqlDatabase } from "./sql-database.ts";
import type { QueuedRun } from "./queued-run.ts";

/** A run in pg-boss's rows, with what is counted beside its attempts. */
export interface KeptRun extends QueuedRun {
  /** Attempts that have ended for a passing reason. Default 0. */
  readonly tries?: number;
}

export type RunJob = Pick<Job<KeptRun>, "id" | "data"> & { readonly retryCount: number };

/** A query that has a row while a worker has a job for this attempt; the row is locked until its transaction ends. */
export function proofOf({ id, retryCount }: RunJob, schema: string): string {
  return `SELECT 1 FROM "${schema}".job
    WHERE id = '${id}'::uuid AND retry_count = ${retryCount} AND state = 'active' FOR SHARE`;
}

/** What pg-boss does not count: it takes an attempt that lost its worker for one that failed. */
export interface Attempts {
  /** A worker that is lost from now on is replaced at once, however long the last failure had to wait. */
  begin(job: RunJob): Promise<void>;
  /** The attempt has failed, and is followed by another one. */
  failed(job: RunJob, waitSeconds: number): Promise<void>;
  /** The attempt does not count. */
  givenBack(job: RunJob): Promise<void>;
}

export function attemptsIn(db: SqlDatabase, schema: string): Attempts {
  async function set({ id, retryCount }: RunJob, assignments: string, values: readonly unknown[]) {
    await db.executeSql(
      `UPDATE "${schema}".job SET ${assignments} WHERE id = $1 AND retry_count = $2 AND state = 'active'`,
      [id, retryCount, ...values],
    );
  }
  return {
    async begin(job) {
      if (job.data.tries !== undefined) await set(job, "retry_delay = 0", []);
    },
    async failed(job, waitSeconds) {
      const kept: KeptRun = { ...job.data, tries: (job.data.tries ?? 0) + 1 };
      await set(job, "retry_delay = $3, retry_limit = retry_limit + 1, data = $4::jsonb", [
        waitSeconds,
        JSON.stringify(kept),
      ]);
    },
    givenBack: (job) => set(job, "retry_limit = retry_limit + 1", []),
  };
}
