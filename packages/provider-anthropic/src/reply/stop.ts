import type { StopReason } from "@skein/protocol";

const stops: Readonly<Record<string, StopReason>> = {
  end_turn: "answered",
  stop_sequence: "answered",
  tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "refused",
  pause_turn: "paused",
};

export function stopOf(rawStop: string): StopReason {
  return Object.hasOwn(stops, rawStop) ? stops[rawStop]! : "other";
}
