import type { JsonValue, RunLimits, Verdict } from "@skein/protocol";
import type { Slot } from "./slot.ts";

/** What a slot runs: a prompt, or a recipe with its parameters. */
export type ScheduledWork =
  | { readonly kind: "prompt"; readonly text: string }
  | {
      readonly kind: "recipe";
      /** Absolute path of the recipe's file. */
      readonly recipe: string;
      readonly params: Readonly<Record<string, string>>;
      /** The approved hash of the recipe. A changed recipe does not run. */
      readonly consent?: string;
    };

/**
 * What happens to a slot while the previous one is still running.
 *
 * - `skip`: it is missed. The default.
 * - `queue`: one waits; those that come due while it waits are missed.
 * - `allow`: both run.
 * - `cancel-previous`: the previous one is stopped first.
 */
export const overlaps = ["skip", "queue", "allow", "cancel-previous"] as const;

export type Overlap = (typeof overlaps)[number];

/**
 * What happens to slots that came due while no daemon ran, or the machine was asleep.
 *
 * - `one`: the latest one runs late. The default.
 * - `all`: all of them run late, one after the other; at most `maxCatchUp`, the latest ones.
 * - `none`: none runs.
 */
export const catchUps = ["one", "all", "none"] as const;

export type CatchUp = (typeof catchUps)[number];

/** What becomes of the changes in a slot's worktree; they are kept when it did not end well. */
export const worktreeEnds = ["keep", "merge", "drop"] as const;

type ScheduledWorktree = (typeof worktreeEnds)[number];

/** A permission rule for a tool. */
export interface ScheduleRule {
  readonly tool: string;
  readonly verdict: Verdict;
  readonly reason?: string;
}

/** Input for a new schedule. */
export interface ScheduleInput {
  readonly name: string;
  /** Five fields, or six with seconds first; or `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`. */
  readonly cron: string;
  /** IANA time zone of the cron line. Default: the system's. */
  readonly tz?: string;
  readonly work: ScheduledWork;
  /** Absolute. */
  readonly cwd: string;
  /** Each slot works in a git worktree of its own; this becomes of its changes. Default: all slots work in `cwd`. */
  readonly worktree?: ScheduledWorktree;
  readonly provider?: string;
  readonly model?: string;
  /** A permission mode that never asks: `auto`, `plan` or `chat`. */
  readonly mode: string;
  /** Permission rules in addition to the mode, and to those in force when a slot runs; none may ask. Default: none. */
  readonly rules?: readonly ScheduleRule[];
  /** The only tools it may use, as `extension__tool`. Default: all. */
  readonly tools?: readonly string[];
  /** The session of the agent that created it. Absent: a person did. */
  readonly askedBy?: string;
  /** Cost limit per slot in US dollars. */
  readonly maxCostUsd?: number;
  /** Token limit per slot. */
  readonly maxTokens?: number;
  readonly limits?: Partial<RunLimits>;
  readonly overlap?: Overlap;
  readonly catchUp?: CatchUp;
  /** Maximum jitter in milliseconds, to spread load; fixed for each slot. Default 0. */
  readonly jitterMs?: number;
  /** Whether a slot whose daemon died is resumed. Default true. */
  readonly resume?: boolean;
}

export interface Schedule extends ScheduleInput {
  readonly id: string;
  readonly tz: string;
  readonly rules: readonly ScheduleRule[];
  readonly limits: Partial<RunLimits>;
  readonly overlap: Overlap;
  readonly catchUp: CatchUp;
  readonly jitterMs: number;
  readonly resume: boolean;
  /** Milliseconds since the epoch, as are the next two. */
  readonly createdAt: number;
  /** Paused since then; absent: it is not paused. */
  readonly pausedAt?: number;
  /** A removed schedule is kept with its history for a while. */
  readonly removedAt?: number;
}

/** A schedule and how far its slots have been planned. */
export interface PlannedSchedule extends Schedule {
  /** Slots up to this time are in the store, or will never be. Milliseconds since the epoch. */
  readonly plannedTo: number;
}

export interface ListedSchedule extends Schedule {
  /** Milliseconds since the epoch; absent when it is paused, or has no further slots. */
  readonly nextAt?: number;
  readonly last?: Slot;
  /** Whether a slot of it is running. */
  readonly isRunning: boolean;
}

/** The part of a schedule that is stored as one JSON object: everything that does not change. */
export type ScheduleBody = Omit<Schedule, "id" | "name" | "createdAt" | "pausedAt" | "removedAt">;

/** For text that may be displayed or stored elsewhere. */
export function bodyOf(schedule: Schedule): ScheduleBody & JsonValue {
  const {
    id: _id,
    name: _name,
    createdAt: _created,
    pausedAt: _paused,
    removedAt: _removed,
    ...body
  } = schedule;
  return body as unknown as ScheduleBody & JsonValue;
}
