import type { ProcessIdentity } from "@skein/local-store";
import type { Schedule } from "./schedule.ts";
import type { Slot } from "./slot.ts";

/** A schedule with how far its slots have been planned. */
export interface StoredSchedule extends Schedule {
  /** Each slot up to here is in the store, or will never be. Milliseconds since the epoch. */
  readonly plannedTo: number;
  /** History up to here has been cleared away, so no slot up to here may come again. */
  readonly trimmedTo: number;
}

/** A daemon, from when it starts until it ends or is found dead. */
export interface Daemon extends ProcessIdentity {
  /** Unlike that of any other start of a daemon. */
  readonly id: string;
  readonly since: number;
  /** Goes up each time the daemon says that it lives. */
  readonly beat: number;
  /** When it should have said so again. For people; whether it is dead is found out without any clock. */
  readonly leaseUntil: number;
  /** It came for one slot and takes no others. */
  readonly forOneSlot: boolean;
}

export type SlotKey = Pick<Slot, "schedule" | "planned">;

/** What of a slot changes; `undefined` stays as it is. */
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
  /** `null`: paused no longer. */
  readonly pausedAt?: number | null;
  readonly removedAt?: number;
  readonly plannedTo?: number;
  readonly trimmedTo?: number;
}

/**
 * Where schedules and their slots are kept. Every method is done when it returns, and may throw `SessionError`
 * (`damaged`, `full`, `read-only`, `locked`).
 */
export interface ScheduleStore extends Disposable {
  /** Runs `work` alone among all processes; what it wrote is on disk when this returns, or none of it is. */
  transact<Result>(work: () => Result): Result;

  /** @returns false when the name is taken. */
  insertSchedule(schedule: StoredSchedule): boolean;
  /** By name. Those that are removed only when asked for. */
  schedules(options?: { readonly removed?: boolean }): readonly StoredSchedule[];
  changeSchedule(id: string, change: ScheduleChange): void;
  /** With its slots. */
  forgetSchedule(id: string): void;

  /** @returns false when there is one for this schedule and time. */
  insertSlot(slot: Slot): boolean;
  slot(key: SlotKey): Slot | undefined;
  /** The planned, running and interrupted ones, oldest first. */
  openSlots(): readonly Slot[];
  /** The newest first. */
  history(options: { readonly schedule?: string; readonly limit: number }): readonly Slot[];
  /** @returns false when the slot has changed since it was read: nothing was done. */
  changeSlot(read: Slot, change: SlotChange): boolean;
  /** Removes what was planned or missed after a time in the future: the clock had been wrong. */
  takeBack(schedule: string, after: number): void;
  /** Clears away all but the newest slots that are over. @returns the time of the last one that went. */
  trim(schedule: string, keep: number): number | undefined;

  joinDaemon(daemon: Daemon): void;
  /** @returns false when the daemon is not in the store, or no longer. */
  beat(id: string, leaseUntil: number): boolean;
  leaveDaemon(id: string): void;
  daemons(): readonly Daemon[];

  close(): void;
}
