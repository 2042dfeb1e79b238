import { storedOutcome } from "@skein/protocol";
import { bodyOf, type PlannedSchedule, type Schedule, type ScheduleBody, type Slot } from "@skein/schedules";
import type { SqlDatabase } from "../sql-database.ts";
import { stateOf } from "../queue-entry.ts";
import type { RunEnd } from "../queued-run.ts";

/** A schedule, how far it has been planned, and who its runs belong to. */
export interface KeptSchedule extends PlannedSchedule {
  readonly share?: string;
}

/** A slot, and the run that is submitted for it: which one is decided with the slot, so it can be submitted only once. */
export interface KeptSlot extends Slot {
  readonly session: string;
  readonly job: string;
}

const lockNumber = 0x534b4553;

/** Times are milliseconds since the epoch, bodies text: what is read is what was written. */
export async function makeScheduleTables(db: SqlDatabase, schema: string): Promise<void> {
  const s = `"${schema}"`;
  await db.executeSql(`
    BEGIN;
    SELECT pg_advisory_xact_lock(${lockNumber});
    CREATE TABLE IF NOT EXISTS ${s}.schedules(
      id text PRIMARY KEY, name text NOT NULL, body text NOT NULL, share text, created_at bigint NOT NULL,
      paused_at bigint, removed_at bigint, planned_to bigint NOT NULL, next_at bigint
    );
    CREATE UNIQUE INDEX IF NOT EXISTS schedule_names ON ${s}.schedules(name) WHERE removed_at IS NULL;
    CREATE INDEX IF NOT EXISTS schedules_due ON ${s}.schedules(next_at)
      WHERE removed_at IS NULL AND paused_at IS NULL;
    CREATE TABLE IF NOT EXISTS ${s}.slots(
      schedule text, planned bigint, through bigint, cause text NOT NULL, state text NOT NULL, late boolean NOT NULL,
      due_at bigint NOT NULL, session text NOT NULL, job uuid NOT NULL DEFAULT gen_random_uuid(), reason text,
      PRIMARY KEY (schedule, planned)
    );
    CREATE INDEX IF NOT EXISTS slots_waiting ON ${s}.slots(schedule) WHERE state = 'planned';
    COMMIT;
  `);
}

export interface ScheduleRow {
  readonly id: string;
  readonly name: string;
  readonly body: string;
  readonly share: string | null;
  readonly created_at: string;
  readonly paused_at: string | null;
  readonly removed_at: string | null;
  readonly planned_to: string;
}

/** What a row has of a new schedule. */
export function toRow({ share, ...schedule }: Schedule & Pick<KeptSchedule, "share">) {
  const { id, name, createdAt } = schedule;
  return { id, name, createdAt, share, body: JSON.stringify(bodyOf(schedule)) };
}

export function toSchedule(row: ScheduleRow): KeptSchedule {
  return {
    ...(JSON.parse(row.body) as ScheduleBody),
    id: row.id,
    name: row.name,
    createdAt: Number(row.created_at),
    plannedTo: Number(row.planned_to),
    ...(row.share === null ? {} : { share: row.share }),
    ...(row.paused_at === null ? {} : { pausedAt: Number(row.paused_at) }),
    ...(row.removed_at === null ? {} : { removedAt: Number(row.removed_at) }),
  };
}

export interface SlotRow {
  readonly schedule: string;
  readonly planned: string;
  readonly through: string | null;
  readonly cause: Slot["cause"];
  readonly state: "planned" | "started" | "missed";
  readonly late: boolean;
  readonly due_at: string;
  readonly session: string;
  readonly job: string;
  readonly reason: string | null;
  /** Of its run in the queue; `null` before it is submitted, and when the queue has deleted it. */
  readonly job_state: keyof typeof stateOf | null;
  readonly output: Partial<RunEnd> | null;
  readonly started_on: Date | null;
  readonly completed_on: Date | null;
}

/** Slots with what became of their runs. */
export function slotsWithRuns(schema: string): string {
  return `SELECT s.*, j.state AS job_state, j.output, j.started_on, j.completed_on FROM "${schema}".slots s
    LEFT JOIN "${schema}".job j ON j.name = 'runs' AND j.id = s.job`;
}

/** Of a slot whose run waits or runs: states are ordered. */
export const isOpenRun = "j.state < 'completed'";

/** A run that waits in the queue is running, as far as its schedule is concerned. */
export function toSlot(row: SlotRow): KeptSlot {
  const run = row.job_state === null ? "ended" : stateOf[row.job_state];
  const isOpen = run === "waiting" || run === "running";
  const state = row.state !== "started" ? row.state : isOpen ? "running" : "ended";
  const stored = run === "cancelled" ? "cancelled" : row.output?.outcome;
  const outcome = stored && storedOutcome(stored);
  return {
    schedule: row.schedule,
    planned: Number(row.planned),
    cause: row.cause,
    state,
    isLate: row.late,
    dueAt: Number(row.due_at),
    interruptions: 0,
    session: row.session,
    job: row.job,
    ...(row.through === null ? {} : { through: Number(row.through) }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.started_on ? { startedAt: row.started_on.getTime() } : {}),
    ...(row.completed_on ? { endedAt: row.completed_on.getTime() } : {}),
    ...(state === "ended" && outcome ? { outcome } : {}),
    ...(row.output?.costUsd === undefined ? {} : { costUsd: row.output.costUsd }),
  };
}
