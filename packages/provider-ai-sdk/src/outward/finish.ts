import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";
import type { StopReason } from "@skein/protocol";

const reasons: Readonly<Record<StopReason, LanguageModelV4FinishReason["unified"]>> = {
  answered: "stop",
  "tool-calls": "tool-calls",
  length: "length",
  refused: "content-filter",
  paused: "other",
  other: "other",
};

export function finishReasonFor(stop: StopReason, raw: string): LanguageModelV4FinishReason {
  return { unified: reasons[stop], raw };
}
