import type { JsonValue } from "./json.ts";
import type { Usage } from "./models/models.ts";
import type { NextStep } from "./errors/next-step.ts";

/**
 * How a run can end, and the exit code of a program that ran it. `storage`: its session could no longer be written or
 * read, for example because the disk is full. `cancelled` is 143 after SIGTERM and 129 after SIGHUP: see
 * `exitCodeOfSignal`.
 */
export const exitCodes = {
  done: 0,
  internal: 1,
  "not-started": 2,
  provider: 3,
  limit: 4,
  budget: 5,
  "invalid-output": 6,
  "needs-input": 7,
  denied: 8,
  extension: 9,
  storage: 10,
  cancelled: 130,
} as const;

/** JSON output, schedules, subagents and editors use the same set. */
export type OutcomeName = keyof typeof exitCodes;

export const outcomeNames = Object.keys(exitCodes) as readonly OutcomeName[];

/** `usage` is what older versions stored for `not-started`. */
export function storedOutcome(name: OutcomeName | "usage"): OutcomeName {
  return name === "usage" ? "not-started" : name;
}

export const exitCodeOfSignal = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export interface OutcomeError {
  /** The `SkeinError` code, or a value specific to the outcome (`max-turns`, `empty-reply`). */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly nextStep?: NextStep;
}

export interface RunResult<Output = JsonValue> {
  readonly outcome: OutcomeName;
  readonly session: string;
  /** The text of the last reply that had text; it may be cut off where the outcome is not `done`. */
  readonly text: string;
  /** Set when `final_output` was accepted. */
  readonly output?: Output;
  readonly error?: OutcomeError;
  /** Model replies. */
  readonly turns: number;
  readonly toolCalls: number;
  /** Of the whole tree of agents; so is the cost. */
  readonly usage: Usage;
  /** US dollars; absent when a price is unknown. */
  readonly costUsd?: number;
  /** A counter was missing or a reply was cut off: `costUsd` is an upper bound. */
  readonly costIsEstimate?: true;
  readonly durationMs: number;
}
