import type { PlannedSchedule, Schedule } from "../schedule.ts";
import type { Slot } from "../slot.ts";
import type { Awaitable } from "./steps.ts";

/**
 * What a store of schedules can do for those who manage them. Each method is done as a whole, or not at all, whatever
 * other processes do meanwhile. Reasons are sentences without a full stop.
 */
export interface ScheduleBook<Kept extends PlannedSchedule = PlannedSchedule> {
  /** The time by which slots are planned. */
  now(): Awaitable<number>;
  /** By name. Removed ones only on request, as far as they are kept. */
  schedules(options?: { readonly removed?: boolean }): Awaitable<readonly Kept[]>;
  /** Slots begin after it was created. @returns false when the name is taken. */
  insert(schedule: Schedule): Awaitable<boolean>;
  /** Waiting slots are missed. Nothing happens to one that is paused already. */
  pause(id: string, at: number, reason: string): Awaitable<void>;
  /**
   * Ends the pause of a schedule that is still as it was read, and plans on from `at`.
   *
   * @param missed - what the pause left out.
   */
  resume(read: Kept, at: number, missed: Slot | undefined): Awaitable<void>;
  /** Waiting slots are missed. */
  remove(id: string, at: number, reason: string): Awaitable<void>;
  /** @returns the slot as it is stored; `undefined` if there is one for this schedule and time. */
  addSlot(slot: Slot): Awaitable<Slot | undefined>;
  isRunning(id: string): Awaitable<boolean>;
  /** The newest first. */
  history(options: { readonly schedule?: string; readonly limit: number }): Awaitable<readonly Slot[]>;
}
