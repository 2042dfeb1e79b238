import { randomUUID } from "node:crypto";
import { ConfigError } from "@skein/protocol";
import {
  newSchedule,
  slotTimes,
  spanOf,
  type ListedSchedule,
  type Schedule,
  type ScheduleInput,
  type Slot,
} from "@skein/schedules";
import { databaseNow, fireDue, type FiringParts } from "./fire-due.ts";
import {
  isOpenRun,
  makeScheduleTables,
  slotsWithRuns,
  toRow,
  toSchedule,
  toSlot,
  type KeptSchedule,
  type ScheduleRow,
  type SlotRow,
} from "./schedule-rows.ts";

export interface QueueScheduleInput extends ScheduleInput {
  /** Whose its runs are: see `Submission`. */
  readonly share?: string;
}

/** Tasks that workers submit at set times, each slot once. A schedule is named by its name or its id. */
export interface QueueSchedules {
  /** Throws `ConfigError`: a field that is not valid, a name that is taken, work that a queue cannot do. */
  add(input: QueueScheduleInput): Promise<Schedule>;
  list(): Promise<readonly ListedSchedule[]>;
  get(name: string): Promise<ListedSchedule>;
  pause(name: string): Promise<void>;
  resume(name: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** One more slot, now. */
  runNow(name: string): Promise<Slot>;
  /** The newest first. */
  history(options: { readonly name?: string; readonly limit: number }): Promise<readonly Slot[]>;
  /** Submits what has come due. Workers do it every second. */
  fire(newSession: () => string): Promise<void>;
}

const maxSchedules = 1_000;

export async function openQueueSchedules(parts: Omit<FiringParts, "newSession">): Promise<QueueSchedules> {
  const { db, schema } = parts;
  await makeScheduleTables(db, schema);
  const table = `"${schema}".schedules`;

  async function all(): Promise<readonly KeptSchedule[]> {
    const { rows } = await db.executeSql(`SELECT * FROM ${table} WHERE removed_at IS NULL ORDER BY name`);
    return (rows as readonly ScheduleRow[]).map(toSchedule);
  }

  async function find(name: string): Promise<KeptSchedule> {
    const known = await all();
    const found = known.find((one) => one.name === name) ?? known.find(({ id }) => id === name);
    if (found) return found;
    const names = known.map((one) => one.name).join(", ");
    throw new ConfigError("usage", `The database has no schedule ${JSON.stringify(name)}.`, {
      hint: names === "" ? "It has none yet." : `It has: ${names}.`,
    });
  }

  async function slotsOf(id: string | undefined, limit: number): Promise<readonly Slot[]> {
    const where = id === undefined ? "" : "WHERE s.schedule = $2";
    const { rows } = await db.executeSql(
      `${slotsWithRuns(schema)} ${where} ORDER BY s.planned DESC LIMIT $1`,
      id === undefined ? [limit] : [limit, id],
    );
    return (rows as readonly SlotRow[]).map(shownSlot);
  }

  async function listed(kept: KeptSchedule, now: number): Promise<ListedSchedule> {
    const { plannedTo: _, ...schedule } = kept;
    const open = `${slotsWithRuns(schema)} WHERE s.schedule = $1 AND ${isOpenRun} LIMIT 1`;
    const isRunning = (await db.executeSql(open, [schedule.id])).rows.length > 0;
    const [last] = await slotsOf(schedule.id, 1);
    const [nextAt] =
      schedule.pausedAt === undefined ? slotTimes(schedule.cron, schedule.tz).next(now, 1) : [];
    return {
      ...schedule,
      isRunning,
      ...(nextAt === undefined ? {} : { nextAt }),
      ...(last ? { last } : {}),
    };
  }

  async function missWaiting(id: string, reason: string): Promise<void> {
    await db.executeSql(
      `UPDATE "${schema}".slots SET state = 'missed', reason = $2 WHERE schedule = $1 AND state = 'planned'`,
      [id, reason],
    );
  }

  return {
    async add({ share, ...input }) {
      const now = await databaseNow(db);
      const schedule = newSchedule(input, { id: randomUUID(), now });
      requireTask(schedule);
      if ((await all()).length >= maxSchedules)
        throw new ConfigError("usage", `The database has ${maxSchedules} schedules already.`);
      const { id, name, body } = toRow(schedule);
      const { rows } = await db.executeSql(
        `INSERT INTO ${table}(id, name, body, share, created_at, planned_to, next_at) VALUES ($1, $2, $3, $4, $5, $5, $6)
         ON CONFLICT (name) WHERE removed_at IS NULL DO NOTHING RETURNING 1`,
        [id, name, body, share ?? null, now, slotTimes(schedule.cron, schedule.tz).next(now, 1)[0] ?? null],
      );
      if (rows.length > 0) return schedule;
      throw new ConfigError("usage", `name: the database has a schedule ${JSON.stringify(name)} already.`, {
        hint: "Remove it first, or choose another name.",
      });
    },
    async list() {
      const now = await databaseNow(db);
      return Promise.all((await all()).map((schedule) => listed(schedule, now)));
    },
    get: async (name) => listed(await find(name), await databaseNow(db)),
    async pause(name) {
      const { id } = await find(name);
      await db.executeSql(`UPDATE ${table} SET paused_at = $2 WHERE id = $1 AND paused_at IS NULL`, [
        id,
        await databaseNow(db),
      ]);
      await missWaiting(id, "the schedule was paused");
    },
    async resume(name) {
      const { id, cron, tz, plannedTo } = await find(name);
      const now = await databaseNow(db);
      const span = spanOf(slotTimes(cron, tz), plannedTo, now);
      const values = [id, plannedTo, now, slotTimes(cron, tz).next(now, 1)[0] ?? null];
      await db.executeSql(
        `WITH moved AS (
           UPDATE ${table} SET paused_at = NULL, planned_to = $3, next_at = $4
           WHERE id = $1 AND planned_to = $2 AND paused_at IS NOT NULL RETURNING id)
         INSERT INTO "${schema}".slots(schedule, planned, through, cause, state, late, due_at, session, reason)
         SELECT id, $5, $6, 'cron', 'missed', false, $5, '', 'the schedule was paused' FROM moved
         WHERE $5::bigint IS NOT NULL ON CONFLICT DO NOTHING`,
        [...values, span?.planned ?? null, span?.through ?? null],
      );
    },
    async remove(name) {
      const { id } = await find(name);
      await db.executeSql(`UPDATE ${table} SET removed_at = $2 WHERE id = $1`, [id, await databaseNow(db)]);
      await missWaiting(id, "the schedule was removed");
    },
    async runNow(name) {
      const { id } = await find(name);
      const { rows } = await db.executeSql(
        `INSERT INTO "${schema}".slots(schedule, planned, cause, state, late, due_at, session)
         VALUES ($1, $2, 'manual', 'planned', false, $2, $3) RETURNING *, NULL AS job_state, NULL AS output`,
        [id, await databaseNow(db), randomUUID()],
      );
      return shownSlot((rows as readonly SlotRow[])[0]!);
    },
    async history({ name, limit }) {
      return slotsOf(name === undefined ? undefined : (await find(name)).id, Math.min(limit, 100_000));
    },
    fire: (newSession) => fireDue({ ...parts, newSession }),
  };
}

function shownSlot(row: SlotRow): Slot {
  const { job: _, ...slot } = toSlot(row);
  return slot;
}

/** What a run of the queue can be told. */
function requireTask({ work, worktree, tools, rules }: Schedule): void {
  const wrong =
    work.kind === "recipe"
      ? "work: a run of the queue has a task, and no recipe."
      : worktree !== undefined
        ? "worktree: a run of the queue works in the folder itself."
        : tools !== undefined || rules.length > 0
          ? "rules: a run of the queue has the permission rules of the machine that does it."
          : undefined;
  if (wrong === undefined) return;
  throw new ConfigError("usage", wrong, {
    hint: "Leave it out, or have this machine's own daemon run the schedule.",
  });
}
