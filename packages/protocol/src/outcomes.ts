import type { JsonValue } from "./json.ts";
import type { Usage } from "./models/models.ts";
import type { NextStep } from "./errors/next-step.ts";

/**
 * Ways a run can end, with the exit code of a program that ran it.
 *
 * - `done`: the answer is complete.
 * - `internal`: a defect of Skein.
 * - `not-started`: invalid flags, files or settings; nothing ran.
 * - `provider`: the model failed.
 * - `limit`: a limit of turns, repetitions or time.
 * - `budget`: a limit of cost or tokens.
 * - `invalid-output`: no valid structured output, or a check failed.
 * - `needs-input`: a question is open and no one was available.
 * - `denied`: a person or a policy stopped the run.
 * - `extension`: an extension could not be used.
 * - `storage`: the session could no longer be written or read, for example
 *   because the disk is full.
 * - `cancelled`: interrupted. 143 after SIGTERM and 129 after SIGHUP: see
 *   `exitCodeOfSignal`.
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

/**
 * Name of an outcome. JSON output, schedules, subagents and editors use the
 * same names.
 */
export type OutcomeName = keyof typeof exitCodes;

/** All outcomes, in the order of `exitCodes`. */
export const outcomeNames = Object.keys(exitCodes) as readonly OutcomeName[];

/**
 * Reads an outcome from an old journal. Older versions stored `usage` for
 * `not-started`.
 */
export function storedOutcome(name: OutcomeName | "usage"): OutcomeName {
  return name === "usage" ? "not-started" : name;
}

/**
 * Exit codes of a run that a signal ended: 128 plus the number of the signal,
 * as shells report it.
 */
export const exitCodeOfSignal = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Reason why a run did not end as `done`. */
export interface OutcomeError {
  /**
   * `code` of the `SkeinError`, or a value specific to the outcome, such as
   * `max-turns` or `empty-reply`.
   */
  readonly code: string;
  /** Description of the failure, for the user. */
  readonly message: string;
  /** Action for the user, as a sentence in the imperative. */
  readonly hint?: string;
  /** Step that a user interface words for itself. */
  readonly nextStep?: NextStep;
}

/** Result of a run. `Output` is the type of its structured output. */
export interface RunResult<Output = JsonValue> {
  /**
   * Outcome of the run. Check it first: the other fields are partial unless it
   * is `done`.
   */
  readonly outcome: OutcomeName;
  /** Session id, with which the run can be resumed. */
  readonly session: string;
  /**
   * Text of the last reply that had text. It may be cut off if the outcome is
   * not `done`.
   */
  readonly text: string;
  /** Structured output. Set when `final_output` was accepted. */
  readonly output?: Output;
  /** Reason. Absent for `done`. */
  readonly error?: OutcomeError;
  /** Number of model replies. */
  readonly turns: number;
  /** Number of tool calls in these replies. */
  readonly toolCalls: number;
  /** Tokens of the run and of all its subagents. */
  readonly usage: Usage;
  /** US dollars for the same. Absent if a price is unknown. */
  readonly costUsd?: number;
  /**
   * Set if `costUsd` is an upper bound, because a counter was missing or a
   * reply was interrupted.
   */
  readonly costIsEstimate?: true;
  /** Milliseconds from the start of the run to its end. */
  readonly durationMs: number;
}
