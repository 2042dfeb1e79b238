import type { ProcessIdentity } from "@skein/platform/process";
import type { PlannedSchedule } from "./schedule.ts";
import type { Slot } from "./slot.ts";

export interface StoredSchedule extends PlannedSchedule {
  /** History up to this time was deleted, so its slots must not be planned again. */
  readonly trimmedTo: number;
}

/** A daemon, from its start until it ends or is found dead. */
export interface Daemon extends ProcessIdentity {
  /** Unique for each start of a daemon. */
  readonly id: string;
  readonly since: number;
  /** Incremented with each heartbeat. */
  readonly beat: number;
  /** When the next heartbeat is due. For people; death is detected without clocks. */
  readonly leaseUntil: number;
  /** It runs this slot only. */
  readonly forOneSlot: boolean;
}

export type SlotKey = Pick<Slot, "schedule" | "planned">;

/** Changes of a slot; `undefined` fields stay unchanged. */
export type SlotChange = Partial<
  Pick<
    Slot,
    | "state"
    | "session"
    | "owner"
    | "interruptions"
    | "startedAt"
    | "endedAt"
    | "outcome"
    | "exitCode"
    | "costUsd"
    | "reason"
    | "stop"
  >
>;

interface ScheduleChange {
  /** `null`: no longer paused. */
  readonly pausedAt?: number | null;
  readonly removedAt?: number;
  readonly plannedTo?: number;
  readonly trimmedTo?: number;
}

/**
 * Stores schedules and their slots. Every method completes before it returns, and may throw `SessionError`
 * (`damaged`, `full`, `read-only`, `locked`).
 */
export interface ScheduleStore extends Disposable {
  /** Runs `work` exclusively among all processes; what it wrote is on disk when this returns, or none of it is. */
  transact<Result>(work: () => Result): Result;

  /** @returns false when the name is taken. */
  insertSchedule(schedule: StoredSchedule): boolean;
  /** By name. Removed ones only on request. */
  schedules(options?: { readonly removed?: boolean }): readonly StoredSchedule[];
  changeSchedule(id: string, change: ScheduleChange): void;
  /** With its slots. */
  forgetSchedule(id: string): void;

  /** @returns false if there is already one for this schedule and time. */
  insertSlot(slot: Slot): boolean;
  slot(key: SlotKey): Slot | undefined;
  /** The planned, running and interrupted ones, oldest first. */
  openSlots(): readonly Slot[];
  /** The newest first. */
  history(options: { readonly schedule?: string; readonly limit: number }): readonly Slot[];
  /** @returns false when the slot has changed since it was read: nothing was done. */
  changeSlot(read: Slot, change: SlotChange): boolean;
  /** Deletes what was planned or missed after a time in the future: the clock had been wrong. */
  takeBack(schedule: string, after: number): void;
  /** Deletes all but the newest finished slots. @returns the time of the last one deleted. */
  trim(schedule: string, keep: number): number | undefined;

  joinDaemon(daemon: Daemon): void;
  /** @returns false when the daemon is not, or no longer, in the store. */
  beat(id: string, leaseUntil: number): boolean;
  leaveDaemon(id: string): void;
  daemons(): readonly Daemon[];

  close(): void;
}
