import type { StopReason } from "@skein/protocol";

/** Source: `FinishReason` and `BlockedReason`, ai.google.dev/api/generate-content. */
const stops: Readonly<Record<string, StopReason>> = {
  STOP: "answered",
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
  const stop = Object.hasOwn(stops, rawStop) ? stops[rawStop]! : "other";
  return stop === "answered" && called ? "tool-calls" : stop;
}

/** Ends that are failures: what the model wrote could not be read, and nothing of it is there to answer. */
const unreadable: Readonly<Record<string, string>> = {
  MALFORMED_FUNCTION_CALL: "The model made a malformed tool call",
  UNEXPECTED_TOOL_CALL: "The model made an unexpected tool call",
  MALFORMED_RESPONSE: "The model made a malformed reply",
};

/** What went wrong, in words; `undefined` for every proper end. */
export function failedStop(rawStop: string): string | undefined {
  return Object.hasOwn(unreadable, rawStop) ? unreadable[rawStop] : undefined;
}
