import { storedOutcome } from "@skein/protocol";
import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import type { Slot } from "../slot.ts";
import type { Daemon, StoredSchedule } from "../store.ts";
import { bodyOf, type ScheduleBody } from "../schedule.ts";
import { damaged } from "./store-errors.ts";

export type Row = Record<string, SQLOutputValue>;
type Columns = Record<string, SQLInputValue>;

export function toScheduleRow(stored: StoredSchedule): Columns {
  const { plannedTo, trimmedTo, ...schedule } = stored;
  return {
    id: schedule.id,
    name: schedule.name,
    body: JSON.stringify(bodyOf(schedule)),
    created_at: schedule.createdAt,
    paused_at: schedule.pausedAt ?? null,
    removed_at: schedule.removedAt ?? null,
    planned_to: plannedTo,
    trimmed_to: trimmedTo,
  };
}

/** Throws `damaged` when the row is invalid. */
export function toSchedule(row: Row, path: string): StoredSchedule {
  const pausedAt = numberOf(row["paused_at"]);
  const removedAt = numberOf(row["removed_at"]);
  return {
    ...bodyIn(row, path),
    id: String(row["id"]),
    name: String(row["name"]),
    createdAt: Number(row["created_at"]),
    ...(pausedAt === undefined ? {} : { pausedAt }),
    ...(removedAt === undefined ? {} : { removedAt }),
    plannedTo: Number(row["planned_to"]),
    trimmedTo: Number(row["trimmed_to"]),
  };
}

function bodyIn(row: Row, path: string): ScheduleBody {
  try {
    return JSON.parse(String(row["body"])) as ScheduleBody;
  } catch (cause) {
    throw damaged(path, `the schedule ${JSON.stringify(row["name"])} is not whole`, cause);
  }
}

/** Fields and columns of a slot. */
const slotColumns = {
  schedule: "schedule",
  planned: "planned",
  through: "through",
  cause: "cause",
  state: "state",
  dueAt: "due_at",
  session: "session",
  owner: "owner",
  interruptions: "interruptions",
  startedAt: "started_at",
  endedAt: "ended_at",
  outcome: "outcome",
  exitCode: "exit_code",
  costUsd: "cost_usd",
  reason: "reason",
  stop: "stop",
} as const satisfies Partial<Record<keyof Slot, string>>;

/** Only the columns of the fields that are set. */
export function toSlotRow({ isLate, ...slot }: Partial<Slot>): Columns {
  const columns: Columns = isLate === undefined ? {} : { late: isLate ? 1 : 0 };
  for (const [field, column] of Object.entries(slotColumns)) {
    const value = slot[field as keyof typeof slotColumns];
    if (value !== undefined) columns[column] = value;
  }
  return columns;
}

export function toSlot(row: Row): Slot {
  const slot: Record<string, unknown> = { isLate: row["late"] === 1 };
  for (const [field, column] of Object.entries(slotColumns)) {
    const value = row[column];
    if (value !== null && value !== undefined) slot[field] = value;
  }
  const read = slot as unknown as Slot;
  return read.outcome === undefined ? read : { ...read, outcome: storedOutcome(read.outcome) };
}

export function toDaemonRow(daemon: Daemon): Columns {
  const { pidSpace, leaseUntil, forOneSlot, ...rest } = daemon;
  return { ...rest, pid_space: pidSpace, lease_until: leaseUntil, for_one_slot: forOneSlot ? 1 : 0 };
}

export function toDaemon(row: Row): Daemon {
  const { pid_space: pidSpace, lease_until: leaseUntil, for_one_slot: forOneSlot, ...rest } = row;
  return { ...rest, pidSpace, leaseUntil, forOneSlot: forOneSlot === 1 } as unknown as Daemon;
}

/** `INSERT … INTO table(…) VALUES (…)` with named parameters. */
export function insertOf(table: string, columns: Columns): string {
  const names = Object.keys(columns);
  return `INSERT OR IGNORE INTO ${table}(${names.join(", ")}) VALUES (${names.map((name) => `$${name}`).join(", ")})`;
}

export function settersOf(columns: Columns): string {
  return Object.keys(columns)
    .map((name) => `${name} = $${name}`)
    .join(", ");
}

function numberOf(value: SQLOutputValue | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}
