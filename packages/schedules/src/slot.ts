import type { OutcomeName } from "@skein/protocol";

/**
 * - `planned`: it is due or nearly due; it waits for a daemon, for a free place, or for the slot before it.
 * - `running`: a daemon has taken it. That is on disk before anything is started.
 * - `interrupted`: the daemon that ran it died. The next daemon checks the slot's session.
 * - `ended`: it ran, and `outcome` says how.
 * - `missed`: it never started, and `reason` says why.
 * - `lost`: it may have run; the daemon died, and its outcome is unknown, or it may not be resumed.
 */
export type SlotState = "planned" | "running" | "interrupted" | "ended" | "missed" | "lost";

/** One time at which a schedule is due. Per schedule and time there is at most one slot, with at most one session. */
export interface Slot {
  readonly schedule: string;
  /** When it is due by the cron line, milliseconds since the epoch, as are all times here. */
  readonly planned: number;
  /** For many slots missed together: when the last of them was due. */
  readonly through?: number;
  /** Started by the clock, or by a person. */
  readonly cause: "cron" | "manual";
  readonly state: SlotState;
  /** No daemon ran when it was due: it may start late. */
  readonly isLate: boolean;
  /** When it may start: `planned` plus jitter. */
  readonly dueAt: number;
  /** A session id. Absent until it is taken for the first time. */
  readonly session?: string;
  /** The daemon that runs it, or ran it last. */
  readonly owner?: string;
  /** How often a daemon has died while running it. */
  readonly interruptions: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly outcome?: OutcomeName;
  readonly exitCode?: number;
  readonly costUsd?: number;
  /** Why it was missed, lost, or stopped; or the error of its run. */
  readonly reason?: string;
  /** It is running and must end, for this reason. */
  readonly stop?: string;
}

/** States that no longer change. */
export const finalStates = ["ended", "missed", "lost"] as const satisfies readonly SlotState[];

export function isFinal({ state }: Pick<Slot, "state">): boolean {
  return finalStates.some((final) => final === state);
}
