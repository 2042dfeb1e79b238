import { randomUUID } from "node:crypto";
import { slotTimes, type Schedule, type ScheduleBook, type Slot } from "@skein/schedules";
import type { SqlDatabase } from "../sql-database.ts";
import { databaseNow } from "./fire-due.ts";
import {
  isOpenRun,
  slotsWithRuns,
  toRow,
  toSchedule,
  toSlot,
  type KeptSchedule,
  type ScheduleRow,
  type SlotRow,
} from "./schedule-rows.ts";

/** A store in Postgres for those who manage its schedules. Times are those of the database's clock. */
export function postgresBook(db: SqlDatabase, schema: string): ScheduleBook<KeptSchedule> {
  const table = `"${schema}".schedules`;
  const slots = `"${schema}".slots`;

  const nextAt = ({ cron, tz }: Pick<Schedule, "cron" | "tz">, after: number): number | null =>
    slotTimes(cron, tz).next(after, 1)[0] ?? null;

  /** Changes a schedule and misses its waiting slots in one statement. */
  async function stop(id: string, column: "paused_at" | "removed_at", at: number, reason: string) {
    await db.executeSql(
      `WITH stopped AS (
         UPDATE ${table} SET ${column} = $2 WHERE id = $1 AND ${column} IS NULL AND removed_at IS NULL RETURNING id)
       UPDATE ${slots} SET state = 'missed', reason = $3
       WHERE schedule IN (SELECT id FROM stopped) AND state = 'planned'`,
      [id, at, reason],
    );
  }

  return {
    now: () => databaseNow(db),
    async schedules({ removed = false } = {}) {
      const which = removed ? "" : "WHERE removed_at IS NULL";
      const { rows } = await db.executeSql(`SELECT * FROM ${table} ${which} ORDER BY name, created_at`);
      return (rows as readonly ScheduleRow[]).map(toSchedule);
    },
    async insert(schedule) {
      const { id, name, body, share, createdAt } = toRow(schedule);
      const { rows } = await db.executeSql(
        `INSERT INTO ${table}(id, name, body, share, created_at, planned_to, next_at) VALUES ($1, $2, $3, $4, $5, $5, $6)
         ON CONFLICT (name) WHERE removed_at IS NULL DO NOTHING RETURNING 1`,
        [id, name, body, share ?? null, createdAt, nextAt(schedule, createdAt)],
      );
      return rows.length > 0;
    },
    pause: (id, at, reason) => stop(id, "paused_at", at, reason),
    remove: (id, at, reason) => stop(id, "removed_at", at, reason),
    async resume(read, at, missed) {
      await db.executeSql(
        `WITH moved AS (
           UPDATE ${table} SET paused_at = NULL, planned_to = greatest(planned_to, $3), next_at = $4
           WHERE id = $1 AND planned_to = $2 AND paused_at IS NOT NULL AND removed_at IS NULL RETURNING id)
         INSERT INTO ${slots}(schedule, planned, through, cause, state, late, due_at, session, reason)
         SELECT id, $5, $6, 'cron', 'missed', false, $5, '', $7::text FROM moved
         WHERE $5::bigint IS NOT NULL ON CONFLICT DO NOTHING`,
        [
          read.id,
          read.plannedTo,
          at,
          nextAt(read, at),
          missed?.planned ?? null,
          missed?.through ?? null,
          missed?.reason ?? null,
        ],
      );
    },
    async addSlot({ schedule, planned, cause, state, isLate, dueAt }) {
      const { rows } = await db.executeSql(
        `INSERT INTO ${slots}(schedule, planned, cause, state, late, due_at, session)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING *, NULL AS job_state, NULL AS output`,
        [schedule, planned, cause, state, isLate, dueAt, randomUUID()],
      );
      const [row] = rows as readonly SlotRow[];
      return row && shownSlot(row);
    },
    async isRunning(id) {
      const open = `${slotsWithRuns(schema)} WHERE s.schedule = $1 AND ${isOpenRun} LIMIT 1`;
      return (await db.executeSql(open, [id])).rows.length > 0;
    },
    async history({ schedule, limit }) {
      const where = schedule === undefined ? "" : "WHERE s.schedule = $2";
      const { rows } = await db.executeSql(
        `${slotsWithRuns(schema)} ${where} ORDER BY s.planned DESC LIMIT $1`,
        schedule === undefined ? [limit] : [limit, schedule],
      );
      return (rows as readonly SlotRow[]).map(shownSlot);
    },
  };
}

function shownSlot(row: SlotRow): Slot {
  const { job: _, ...slot } = toSlot(row);
  return slot;
}
