import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { SqlDatabase } from "./sql-database.ts";

/** A limited number of holders of a key, over all workers, each for as long as it renews its lease. */
export interface Slots {
  /** Waits for a free one. @returns what frees it; `undefined` when the signal was aborted first. */
  hold(key: string, most: number, signal: AbortSignal): Promise<(() => Promise<void>) | undefined>;
}

const leaseMs = 10_000;
const waitMs = 250;
/** Taken while the table is made. */
const lockNumber = 0x534b4551;

/** pg-boss counts what runs of a group before it takes more; workers that take at the same moment count the same. */
export async function openSlots(db: SqlDatabase, schema: string): Promise<Slots> {
  const table = `"${schema}".run_slots`;
  await db.executeSql(`
    BEGIN;
    SELECT pg_advisory_xact_lock(${lockNumber});
    CREATE TABLE IF NOT EXISTS ${table}(
      key text, slot integer, holder text NOT NULL, expires timestamptz NOT NULL, PRIMARY KEY (key, slot)
    );
    COMMIT;
  `);

  /** The key of the table decides between two that take the same one. */
  async function take(key: string, most: number, holder: string): Promise<boolean> {
    const { rows } = await db.executeSql(
      `INSERT INTO ${table} AS s
       SELECT $1, n, $3, clock_timestamp() + $4 * interval '1 millisecond' FROM generate_series(1, $2) AS n
       WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE key = $1 AND slot = n AND expires > clock_timestamp())
       ORDER BY n LIMIT 1
       ON CONFLICT (key, slot) DO UPDATE SET holder = excluded.holder, expires = excluded.expires
       WHERE s.expires <= clock_timestamp() RETURNING 1`,
      [key, most, holder, leaseMs],
    );
    return rows.length > 0;
  }

  return {
    async hold(key, most, signal) {
      const holder = randomUUID();
      while (!(await take(key, most, holder))) {
        await setTimeout(waitMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return undefined;
      }
      const renewal = setInterval(() => {
        const renewed = db.executeSql(
          `UPDATE ${table} SET expires = clock_timestamp() + $2 * interval '1 millisecond' WHERE holder = $1`,
          [holder, leaseMs],
        );
        renewed.catch(() => undefined); // the next one comes before the lease ends
      }, leaseMs / 4).unref();
      return async () => {
        clearInterval(renewal);
        await db.executeSql(`DELETE FROM ${table} WHERE holder = $1`, [holder]);
      };
    },
  };
}
