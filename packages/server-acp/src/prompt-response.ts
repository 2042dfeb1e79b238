import type { PromptResponse, StopReason } from "@agentclientprotocol/sdk/unstable";
import type { RunResult } from "@skein/protocol";
import { requestError } from "./request-error.ts";

/** Throws `RequestError` for a run that failed. */
export function promptResponse(result: RunResult): PromptResponse {
  const { outcome, error, usage, costUsd, costIsEstimate } = result;
  const stopReason = reasons.get(outcome) ?? reasons.get(error?.code ?? "");
  if (stopReason === undefined)
    throw requestError(error ?? { code: outcome, message: `The run ended as ${outcome}.` });
  // Counters that are not known are absent; the protocol itself has no place for them.
  return { stopReason, _meta: { skein: { outcome, error, usage, costUsd, costIsEstimate } } };
}

/** By the outcome of a run, or the code of its error. */
const reasons: ReadonlyMap<string, StopReason> = new Map([
  ["done", "end_turn"],
  ["cancelled", "cancelled"],
  ["output-length", "max_tokens"],
  ["max-turns", "max_turn_requests"],
  ["refused", "refusal"],
]);
