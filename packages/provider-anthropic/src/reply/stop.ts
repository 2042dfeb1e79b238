import { mapStopReasons } from "@skein/provider-kit";

export const stopOf = mapStopReasons({
  end_turn: "answered",
  stop_sequence: "answered",
  tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "refused",
  pause_turn: "paused",
});
