import type { JsonValue, RunLimits, Verdict } from "@skein/protocol";

/** What a slot does: a prompt, or a recipe with its parameters. */
export type ScheduledWork =
  | { readonly kind: "prompt"; readonly text: string }
  | {
      readonly kind: "recipe";
      /** Absolute path of the recipe's file. */
      readonly recipe: string;
      readonly params: Readonly<Record<string, string>>;
      /** What was agreed to: the hash of the recipe. A recipe that has another one now does not run. */
      readonly consent?: string;
    };

/** What happens to a slot when the one before it is still at work. */
export type Overlap =
  /** It is missed. The default. */
  | "skip"
  /** One waits; those that come while it waits are missed. */
  | "queue"
  /** Both work. */
  | "allow"
  /** The one before is stopped first. */
  | "cancel-previous";

/** What happens to slots that no daemon ran: the machine slept, no daemon ran. */
export type CatchUp =
  /** The latest one runs late. The default. */
  | "one"
  /** All of them run late, one after the other; at most `maxCatchUp`, the latest ones. */
  | "all"
  /** None does. */
  | "none";

/** A rule on tools, as the permission gate reads it. */
export interface ScheduleRule {
  readonly tool: string;
  readonly verdict: Verdict;
  readonly reason?: string;
}

/** What somebody wants done at set times. */
export interface ScheduleInput {
  readonly name: string;
  /** Five fields, or six with seconds first; or `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`. */
  readonly cron: string;
  /** IANA name of the time zone the cron line is read in. Default: the system's. */
  readonly tz?: string;
  readonly work: ScheduledWork;
  /** Absolute. */
  readonly cwd: string;
  readonly provider?: string;
  readonly model?: string;
  /** A permission mode that never asks: `auto`, `plan` or `chat`. */
  readonly mode: string;
  /** Rules that hold besides the mode, and besides those that hold when a slot runs; none may ask. Default: none. */
  readonly rules?: readonly ScheduleRule[];
  /** The only tools it has, as `extension__tool`. Default: those of whoever it belongs to. */
  readonly tools?: readonly string[];
  /** The session of the agent that asked for it. Absent: a person did. */
  readonly askedBy?: string;
  /** US dollars one slot may cost. */
  readonly maxCostUsd?: number;
  /** Tokens one slot may use. */
  readonly maxTokens?: number;
  readonly limits?: Partial<RunLimits>;
  readonly overlap?: Overlap;
  readonly catchUp?: CatchUp;
  /** Milliseconds a slot may start late, to spread load; how late is fixed for each slot. Default 0. */
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
  /** Since when no slot starts; absent: it is not paused. */
  readonly pausedAt?: number;
  /** A schedule that is gone is kept with its history for a while. */
  readonly removedAt?: number;
}

/** What is kept of a schedule as one JSON object: all but what changes. */
export type ScheduleBody = Omit<Schedule, "id" | "name" | "createdAt" | "pausedAt" | "removedAt">;

export const overlaps = ["skip", "queue", "allow", "cancel-previous"] as const satisfies readonly Overlap[];
export const catchUps = ["one", "all", "none"] as const satisfies readonly CatchUp[];

/** For a text that may have to be shown or kept elsewhere. */
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
