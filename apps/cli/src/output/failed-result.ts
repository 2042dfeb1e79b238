import { outcomeOfError, type OutcomeError, type RunResult } from "@skein/protocol";
import { openErrorText } from "./error-text.ts";

/** The result of a run that could not be started; its error holds no secret. */
export async function failedResult(error: unknown): Promise<RunResult & { readonly error: OutcomeError }> {
  const errorText = await openErrorText(withWayOut);
  const outcome = outcomeOfError(error);
  return {
    outcome,
    session: "",
    text: "",
    error: errorText(error),
    turns: 0,
    toolCalls: 0,
    usage: {},
    // A time limit counts from the start of the process.
    durationMs: outcome === "limit" ? Math.round(performance.now()) : 0,
  };
}

function withWayOut(said: OutcomeError, error: unknown): OutcomeError {
  if (said.code === "missing-key")
    return { ...said, hint: `${said.hint ?? ""}; \`skein demo\` shows a whole run without a key.` };
  if (said.code !== "unexpected") return said;
  const stack = process.env["SKEIN_DEBUG"] && error instanceof Error ? `\n${error.stack}` : "";
  return { ...said, hint: `This is a defect in Skein. SKEIN_DEBUG=1 shows where it happened.${stack}` };
}
