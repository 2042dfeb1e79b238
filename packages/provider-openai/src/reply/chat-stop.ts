import type { StopReason } from "@skein/protocol";

/** The vendor's words, and those of servers that pass on their engine's own. */
const stops: Readonly<Record<string, StopReason>> = {
  stop: "answered",
  end_turn: "answered",
  eos: "answered",
  stop_sequence: "answered",
  tool_calls: "tool-calls",
  tool_use: "tool-calls",
  function_call: "tool-calls",
  length: "length",
  max_tokens: "length",
  model_length: "length",
  content_filter: "refused",
  refusal: "refused",
  safety: "refused",
  sensitive: "refused",
};

/** Words for a reply that the server gave up. */
const failures: ReadonlySet<string> = new Set(["error", "network_error", "insufficient_system_resource"]);

export interface ReplyFacts {
  readonly called: boolean;
  readonly refused: boolean;
}

/** Servers say "stop" and still send calls: then it is the calls that count. A text alone may end without a word. */
export function chatStop(rawStop: string, { called, refused }: ReplyFacts): StopReason {
  if (refused) return "refused";
  const word = rawStop.toLowerCase();
  const known = Object.hasOwn(stops, word) ? stops[word]! : "other";
  const said = rawStop === "" ? "answered" : known;
  return called && said === "answered" ? "tool-calls" : said;
}

export function isFailedStop(rawStop: string): boolean {
  return failures.has(rawStop.toLowerCase());
}
