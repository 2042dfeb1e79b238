import { mapStopReasons } from "@skein/provider-kit";
import type { StopReason } from "@skein/protocol";

/** Source: docs.aws.amazon.com/bedrock/latest/APIReference, MessageStopEvent. */
export const stopOf = mapStopReasons({
  end_turn: "answered",
  stop_sequence: "answered",
  tool_use: "tool-calls",
  // The call could not be read. It is in the reply, and the model is told.
  malformed_tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  guardrail_intervened: "refused",
  content_filtered: "refused",
});

/** Whether what the model wrote may lack its end. */
export function isCut(rawStop: string, stop: StopReason): boolean {
  return stop === "length" || rawStop.startsWith("malformed_");
}

/** What went wrong, in words; `undefined` for every proper end, and where a call is there to answer. */
export function failedStop(rawStop: string, called: boolean): string | undefined {
  if (rawStop === "malformed_model_output") return "The model made a malformed reply";
  return rawStop === "malformed_tool_use" && !called ? "The model made a malformed tool call" : undefined;
}
