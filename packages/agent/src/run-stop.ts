import { describeError, outcomeOfError, type OutcomeError, type OutcomeName } from "@skein/protocol";

/** Ends a run with a named outcome. Thrown only inside the loop, and used as an abort reason. */
export class RunStop extends Error {
  readonly outcome: OutcomeName;
  readonly error: OutcomeError | undefined;

  constructor(outcome: OutcomeName, error?: OutcomeError) {
    super(error?.message ?? outcome);
    this.outcome = outcome;
    this.error = error;
  }
}

export function interruption(message = "The run was interrupted."): RunStop {
  return new RunStop("cancelled", { code: "interrupted", message });
}

/**
 * The outcome that an error ends a run with.
 *
 * @param hasBegun - whether the session was opened for writing. Default true.
 */
export function stopOf(error: unknown, hasBegun = true): RunStop {
  return error instanceof RunStop
    ? error
    : new RunStop(outcomeOfError(error, hasBegun), describeError(error));
}
