import type { JsonObject, Usage } from "@skein/protocol";
import { knownCounters, objectIn } from "@skein/provider-kit";

/** Counters come twice: at the start, and whole or in part at the end. The later one wins, `null` says nothing. */
export function mergeUsage(before: JsonObject, next: JsonObject | null | undefined): JsonObject {
  const said = Object.entries(next ?? {}).filter(([, value]) => value !== null);
  return { ...before, ...Object.fromEntries(said) };
}

/** What a reply will come to is not known at its start: the count there is of the first tokens alone. */
export function withoutOutput(started: JsonObject | null | undefined): JsonObject {
  const { output_tokens: _, ...known } = started ?? {};
  return known;
}

export function usageOf(raw: JsonObject): Usage {
  return knownCounters({
    input: raw["input_tokens"],
    output: raw["output_tokens"],
    cacheRead: raw["cache_read_input_tokens"],
    cacheWrite: raw["cache_creation_input_tokens"],
    reasoning: objectIn(raw["output_tokens_details"])["thinking_tokens"],
  });
}
