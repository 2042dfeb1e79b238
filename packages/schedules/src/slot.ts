import type { OutcomeName } from "@skein/protocol";

/**
 * - `planned`: its time has come or is near; it waits for a daemon, for a turn, or for the slot before it.
 * - `running`: a daemon has taken it. That is on disk before anything is started.
 * - `interrupted`: the daemon that ran it died. The next daemon asks the slot's session what became of it.
 * - `ended`: it ran, and `outcome` says how.
 * - `missed`: it never started, and `reason` says why.
 * - `lost`: it may have run; the daemon died, and its outcome is unknown, or it may not be resumed.
 */
export type SlotState = "planned" | "running" | "interrupted" | "ended" | "missed" | "lost";

/** One time at which a schedule is due. There is at most one for a schedule and a time, and at most one session for it. */
export interface Slot {
  readonly schedule: string;
  /** When it is due by the cron line, milliseconds since the epoch, as are all times here. */
  readonly planned: number;
  /** For many that were missed together: when the last of them was due. */
  readonly through?: number;
  /** By the clock, or by a person. */
  readonly cause: "cron" | "manual";
  readonly state: SlotState;
  /** No daemon ran when it was due: it may start late. */
  readonly isLate: boolean;
  /** When it may start: `planned`, and what jitter adds. */
  readonly dueAt: number;
  /** A session's id. Absent before it is taken for the first time. */
  readonly session?: string;
  /** The daemon that runs it, or ran it last. */
  readonly owner?: string;
  /** How often a daemon has died while it ran. */
  readonly interruptions: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly outcome?: OutcomeName;
  readonly exitCode?: number;
  readonly costUsd?: number;
  /** Why it was missed, lost, or stopped; or what its run says went wrong. */
  readonly reason?: string;
  /** It runs and is to end, for this reason. */
  readonly stop?: string;
}

/** The states in which a slot stays. */
export const finalStates = ["ended", "missed", "lost"] as const satisfies readonly SlotState[];

export function isFinal({ state }: Pick<Slot, "state">): boolean {
  return finalStates.some((final) => final === state);
}
