import { chooseSlots, defaultCatchUp, defaultGraceMs, plannedSlots, type Slot } from "@skein/schedules";
import type { SqlDatabase } from "../sql-database.ts";
import type { Submission } from "../queued-run.ts";
import {
  isOpenRun,
  slotsWithRuns,
  toSchedule,
  toSlot,
  type KeptSchedule,
  type KeptSlot,
  type ScheduleRow,
  type SlotRow,
} from "./schedule-rows.ts";

export interface FiringParts {
  readonly db: SqlDatabase;
  readonly schema: string;
  readonly newSession: () => string;
  /** Does nothing when there was a run with this id before. */
  readonly submit: (run: Submission, id: string) => Promise<void>;
  readonly cancel: (ids: readonly string[]) => Promise<void>;
}

/** How long slots are listed. */
const historyMs = 30 * 24 * 3_600_000;

/**
 * Plans what has come due, and submits what may start. Any number of workers may do it at the same time: one of them plans
 * a stretch of time, and the run of a slot has an id, so a worker that dies in between leaves it to the next one. Times
 * are those of the database's clock.
 */
export async function fireDue(parts: FiringParts): Promise<void> {
  const { db, schema } = parts;
  const { rows } = await db.executeSql(
    `SELECT *, ${clock} AS now, removed_at IS NULL AND paused_at IS NULL AND next_at <= ${clock} AS due
     FROM "${schema}".schedules
     WHERE (removed_at IS NULL AND paused_at IS NULL AND next_at <= ${clock})
       OR id IN (SELECT schedule FROM "${schema}".slots WHERE state = 'planned' AND due_at <= ${clock})`,
  );
  for (const row of rows as readonly DueRow[]) {
    const [schedule, now] = [toSchedule(row), Number(row.now)];
    if (row.due) await plan(parts, schedule, now);
    await start(parts, schedule, now);
  }
}

/** Milliseconds since the epoch. */
const clock = "floor(extract(epoch FROM now()) * 1000)::bigint";

interface DueRow extends ScheduleRow {
  readonly now: string;
  /** It has slots that are not planned. Otherwise planned ones wait. */
  readonly due: boolean;
}

export async function databaseNow(db: SqlDatabase): Promise<number> {
  const { rows } = await db.executeSql(`SELECT ${clock} AS now`);
  return Number((rows[0] as { readonly now: string }).now);
}

/** Only who moves `planned_to` on from where it was read writes the slots of that stretch. */
async function plan(
  { db, schema, newSession }: FiringParts,
  schedule: KeptSchedule,
  now: number,
): Promise<void> {
  const { id, plannedTo } = schedule;
  const rules = { now, graceMs: defaultGraceMs, maxCatchUp: defaultCatchUp };
  const planned = plannedSlots(schedule, rules);
  const slots = planned.slots.map((slot) => ({
    planned: slot.planned,
    through: slot.through,
    state: slot.state,
    late: slot.isLate,
    due_at: slot.dueAt,
    reason: slot.reason,
    session: newSession(),
  }));
  await db.executeSql(
    `WITH moved AS (
       UPDATE "${schema}".schedules SET planned_to = $3, next_at = $4 WHERE id = $1 AND planned_to = $2 RETURNING id
     ), old AS (DELETE FROM "${schema}".slots WHERE schedule = $1 AND planned < $5)
     INSERT INTO "${schema}".slots(schedule, planned, through, cause, state, late, due_at, session, reason)
     SELECT moved.id, s.planned, s.through, 'cron', s.state, s.late, s.due_at, s.session, s.reason
     FROM moved, jsonb_to_recordset($6::jsonb) AS s(
       planned bigint, through bigint, state text, late boolean, due_at bigint, session text, reason text)
     ON CONFLICT DO NOTHING`,
    [id, plannedTo, planned.plannedTo, planned.nextAt ?? null, now - historyMs, JSON.stringify(slots)],
  );
}

async function start(parts: FiringParts, schedule: KeptSchedule, now: number): Promise<void> {
  const { db, schema, submit, cancel } = parts;
  const { rows } = await db.executeSql(
    `${slotsWithRuns(schema)} WHERE s.schedule = $1 AND (s.state = 'planned' OR ${isOpenRun})`,
    [schedule.id],
  );
  const isActive = schedule.pausedAt === undefined && schedule.removedAt === undefined;
  const open = (rows as readonly SlotRow[])
    .map(toSlot)
    .filter(({ state, cause }) => state === "running" || isActive || cause === "manual");
  const byTime = new Map(open.map((slot) => [slot.planned, slot]));
  const kept = (slot: Slot): KeptSlot => byTime.get(slot.planned)!;
  const choice = chooseSlots({ overlap: schedule.overlap, open, now, capacity: Infinity });
  if (choice.stop.length > 0) await cancel(choice.stop.map((slot) => kept(slot).job));
  for (const slot of choice.start) {
    await submit(runOf(schedule, kept(slot)), kept(slot).job);
    await settle(parts, slot, "started");
  }
  for (const { slot, reason } of choice.miss) await settle(parts, slot, "missed", reason);
}

async function settle(
  { db, schema }: FiringParts,
  { schedule, planned }: Slot,
  state: "started" | "missed",
  reason: string | null = null,
): Promise<void> {
  await db.executeSql(
    `UPDATE "${schema}".slots SET state = $3, reason = $4 WHERE schedule = $1 AND planned = $2 AND state = 'planned'`,
    [schedule, planned, state, reason],
  );
}

function runOf(schedule: KeptSchedule, { session }: KeptSlot): Submission {
  const { work, cwd, mode, provider, model, share, limits, maxCostUsd, maxTokens } = schedule;
  const settings = { ...limits, maxCostUsd, maxTokens };
  const set = Object.entries(settings).filter((pair): pair is [string, number] => pair[1] !== undefined);
  return {
    session,
    task: work.kind === "prompt" ? work.text : "",
    cwd,
    mode,
    after: 0,
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    ...(share === undefined ? {} : { share }),
    ...(set.length === 0
      ? {}
      : { settings: Object.fromEntries(set.map(([key, value]) => [key, `${value}`])) }),
  };
}
