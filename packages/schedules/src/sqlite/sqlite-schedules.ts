import type { ScheduleStore } from "../store.ts";
import { openDatabase, type Database } from "./database.ts";
import {
  insertOf,
  settersOf,
  toDaemon,
  toDaemonRow,
  toSchedule,
  toScheduleRow,
  toSlot,
  toSlotRow,
} from "./rows.ts";
import { isOpen, isOver } from "./schema.ts";

/**
 * Schedules in one SQLite file, which any number of processes may use at once. It must be on a local disk.
 *
 * @param path - created if missing, with its parent folders, accessible to their owner only.
 *
 * Throws `SessionError`.
 */
export function sqliteSchedules(path: string): ScheduleStore {
  const database = openDatabase(path);
  let isClosed = false;

  function close(): void {
    if (!isClosed) database.close();
    isClosed = true;
  }

  return {
    transact: database.write,
    ...schedulesIn(database, path),
    ...slotsIn(database),
    ...daemonsIn(database),
    close,
    [Symbol.dispose]: close,
  };
}

/** @param path - for errors. */
function schedulesIn(
  { statement, read, write }: Database,
  path: string,
): Pick<ScheduleStore, "insertSchedule" | "schedules" | "changeSchedule" | "forgetSchedule"> {
  return {
    insertSchedule: (schedule) =>
      write(() => {
        const row = toScheduleRow(schedule);
        return statement(insertOf("schedules", row)).run(row).changes > 0;
      }),
    schedules: ({ removed = false } = {}) =>
      read(() => {
        const which = removed ? "" : "WHERE removed_at IS NULL";
        const rows = statement(`SELECT * FROM schedules ${which} ORDER BY name, created_at`).all();
        return rows.map((row) => toSchedule(row, path));
      }),
    changeSchedule: (id, { pausedAt, removedAt, plannedTo, trimmedTo }) =>
      write(() => {
        const columns = {
          ...(pausedAt === undefined ? {} : { paused_at: pausedAt }),
          ...(removedAt === undefined ? {} : { removed_at: removedAt }),
          ...(plannedTo === undefined ? {} : { planned_to: plannedTo }),
          ...(trimmedTo === undefined ? {} : { trimmed_to: trimmedTo }),
        };
        statement(`UPDATE schedules SET ${settersOf(columns)} WHERE id = $id`).run({ ...columns, id });
      }),
    forgetSchedule: (id) =>
      write(() => {
        statement("DELETE FROM slots WHERE schedule = ?").run(id);
        statement("DELETE FROM schedules WHERE id = ?").run(id);
      }),
  };
}

function slotsIn({
  statement,
  read,
  write,
}: Database): Pick<
  ScheduleStore,
  "insertSlot" | "slot" | "openSlots" | "history" | "changeSlot" | "takeBack" | "trim"
> {
  return {
    insertSlot: (slot) =>
      write(() => {
        const row = toSlotRow(slot);
        return statement(insertOf("slots", row)).run(row).changes > 0;
      }),
    slot: ({ schedule, planned }) =>
      read(() => {
        const row = statement("SELECT * FROM slots WHERE schedule = ? AND planned = ?").get(
          schedule,
          planned,
        );
        return row && toSlot(row);
      }),
    openSlots: () =>
      read(() => statement(`SELECT * FROM slots WHERE ${isOpen} ORDER BY planned`).all().map(toSlot)),
    history: ({ schedule, limit }) =>
      read(() => {
        const rows =
          schedule === undefined
            ? statement("SELECT * FROM slots ORDER BY planned DESC LIMIT ?").all(limit)
            : statement("SELECT * FROM slots WHERE schedule = ? ORDER BY planned DESC LIMIT ?").all(
                schedule,
                limit,
              );
        return rows.map(toSlot);
      }),
    changeSlot: (before, change) =>
      write(() => {
        const columns = toSlotRow(change);
        const where =
          "schedule = $s AND planned = $p AND state = $was AND owner IS $who AND interruptions = $died";
        const { changes } = statement(`UPDATE slots SET ${settersOf(columns)} WHERE ${where}`).run({
          ...columns,
          s: before.schedule,
          p: before.planned,
          was: before.state,
          who: before.owner ?? null,
          died: before.interruptions,
        });
        return changes > 0;
      }),
    takeBack: (schedule, after) =>
      write(() => {
        const unstarted = "(state = 'planned' OR state = 'missed') AND cause = 'cron'";
        statement(`DELETE FROM slots WHERE schedule = ? AND planned > ? AND ${unstarted}`).run(
          schedule,
          after,
        );
        statement("UPDATE slots SET through = ?2 WHERE schedule = ?1 AND through > ?2").run(schedule, after);
      }),
    trim: (schedule, keep) =>
      write(() => {
        const oldest = statement(
          `SELECT planned, through FROM slots WHERE schedule = ? AND (${isOver}) ORDER BY planned DESC LIMIT 1 OFFSET ?`,
        ).get(schedule, keep);
        if (!oldest) return undefined;
        const last = Number(oldest["planned"]);
        statement(`DELETE FROM slots WHERE schedule = ? AND planned <= ? AND (${isOver})`).run(
          schedule,
          last,
        );
        return Math.max(last, Number(oldest["through"] ?? 0));
      }),
  };
}

function daemonsIn({
  statement,
  read,
  write,
}: Database): Pick<ScheduleStore, "joinDaemon" | "beat" | "leaveDaemon" | "daemons"> {
  return {
    joinDaemon: (daemon) =>
      write(() => {
        const row = toDaemonRow(daemon);
        statement(insertOf("daemons", row)).run(row);
      }),
    beat: (id, leaseUntil) =>
      write(
        () =>
          statement("UPDATE daemons SET beat = beat + 1, lease_until = ? WHERE id = ?").run(leaseUntil, id)
            .changes > 0,
      ),
    leaveDaemon: (id) => write(() => void statement("DELETE FROM daemons WHERE id = ?").run(id)),
    daemons: () => read(() => statement("SELECT * FROM daemons ORDER BY since").all().map(toDaemon)),
  };
}
