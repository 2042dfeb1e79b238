import type { PromptResponse, StopReason } from "@agentclientprotocol/sdk";
import type { RunResult } from "@skein/protocol";
import { requestError } from "./request-error.ts";

/** Throws `RequestError` for a run that failed. */
export function promptResponse(result: RunResult): PromptResponse {
  const stopReason = stopReasonOf(result);
  const { outcome, error, usage, costUsd, costIsEstimate } = result;
  if (stopReason === undefined)
    throw requestError(error ?? { code: outcome, message: `The run ended as ${outcome}.` });
  // Counters that are not known are absent; the protocol itself has no place for them.
  return { stopReason, _meta: { skein: { outcome, error, usage, costUsd, costIsEstimate } } };
}

function stopReasonOf({ outcome, error }: RunResult): StopReason | undefined {
  if (outcome === "done") return "end_turn";
  if (outcome === "cancelled") return "cancelled";
  return error && Object.hasOwn(reasons, error.code) ? reasons[error.code] : undefined;
}

/** By the code of the error that a run ended with. */
const reasons: Readonly<Record<string, StopReason>> = {
  "output-length": "max_tokens",
  "max-turns": "max_turn_requests",
  refused: "refusal",
};
