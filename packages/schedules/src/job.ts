import type { OutcomeName } from "@skein/protocol";
import type { Schedule } from "./schedule.ts";
import type { Slot } from "./slot.ts";

/** A run that a daemon requests. */
export interface Job {
  readonly schedule: Schedule;
  readonly slot: Slot;
  /** The session to use: always the same for one slot. */
  readonly session: string;
  /** The session has begun already and is to be resumed. */
  readonly resumed: boolean;
}

export interface ScheduledJobEnd {
  readonly outcome: OutcomeName;
  readonly exitCode?: number;
  readonly costUsd?: number;
  /** What went wrong, in a sentence. */
  readonly reason?: string;
}

/**
 * The state of the session of a slot whose daemon died.
 *
 * - `none`: it never began. `open`: it began and has not ended, and no process is working on it.
 * - `running`: its process outlived the daemon and is still working.
 */
export type SessionFate =
  | { readonly state: "none" }
  | { readonly state: "open" }
  | { readonly state: "running" }
  | { readonly state: "ended"; readonly end: ScheduledJobEnd };
