import { describeError, outcomeOfError, type RunResult, type SkeinError } from "@skein/protocol";

/** What is known of a run when nothing of it was seen here but its end. */
export function unseenRun(
  session: string,
  end: Pick<RunResult, "outcome" | "error"> & { readonly costUsd?: number },
): RunResult {
  return { session, text: "", turns: 0, toolCalls: 0, usage: {}, durationMs: 0, ...end };
}

/** What is known of a run whose end was not told. */
export function lostRun(session: string, error: SkeinError): RunResult {
  return unseenRun(session, { outcome: outcomeOfError(error, true), error: describeError(error) });
}
