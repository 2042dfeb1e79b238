import type { StopReason } from "@skein/protocol";

/** Source: `FinishReason` and `BlockedReason`, ai.google.dev/api/generate-content. */
const stops: Readonly<Record<string, StopReason>> = {
  STOP: "answered",
  // A call to a tool that was not declared. It is in the reply, and the model is told.
  UNEXPECTED_TOOL_CALL: "tool-calls",
  MAX_TOKENS: "length",
  SAFETY: "refused",
  RECITATION: "refused",
  BLOCKLIST: "refused",
  PROHIBITED_CONTENT: "refused",
  SPII: "refused",
  IMAGE_SAFETY: "refused",
  IMAGE_PROHIBITED_CONTENT: "refused",
  IMAGE_RECITATION: "refused",
  MODEL_ARMOR: "refused",
};

export function stopOf(rawStop: string, called: boolean): StopReason {
  // No reason at all: a whole JSON body with calls, whose end is proved.
  const known = Object.hasOwn(stops, rawStop) ? stops[rawStop]! : "other";
  const stop = rawStop === "" ? "answered" : known;
  return stop === "answered" && called ? "tool-calls" : stop;
}

/** Ends that are failures: what the model wrote could not be read, and nothing of it is there to answer. */
const unreadable: Readonly<Record<string, string>> = {
  MALFORMED_FUNCTION_CALL: "The model made a malformed tool call",
  UNEXPECTED_TOOL_CALL: "The model made an unexpected tool call",
  MALFORMED_RESPONSE: "The model made a malformed reply",
};

/** Returns true for a call of a tool that was not declared. Source: as above. */
export function isUnexpected(rawStop: string): boolean {
  return rawStop === "UNEXPECTED_TOOL_CALL";
}

/**
 * What went wrong, in words; `undefined` for every proper end.
 *
 * @param isExplained - whether the reply has the call, or the vendor's sentence about it: then the model can be told.
 */
export function failedStop(rawStop: string, isExplained: boolean): string | undefined {
  if (isExplained && isUnexpected(rawStop)) return undefined;
  return Object.hasOwn(unreadable, rawStop) ? unreadable[rawStop] : undefined;
}
