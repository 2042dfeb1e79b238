import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue, Usage } from "@skein/protocol";

/** Counters come twice: at the start, and whole or in part at the end. The later one wins, `null` says nothing. */
export function mergeUsage(before: JsonObject, next: JsonObject | null | undefined): JsonObject {
  const said = Object.entries(next ?? {}).filter(([, value]) => value !== null);
  return { ...before, ...Object.fromEntries(said) };
}

export function usageOf(raw: JsonObject): Usage {
  const details = raw["output_tokens_details"];
  const counters = {
    input: raw["input_tokens"],
    output: raw["output_tokens"],
    cacheRead: raw["cache_read_input_tokens"],
    cacheWrite: raw["cache_creation_input_tokens"],
    reasoning: isJsonObject(details) ? details["thinking_tokens"] : undefined,
  };
  return Object.fromEntries(Object.entries(counters).filter(([, value]) => isCount(value)));
}

function isCount(value: JsonValue | undefined): boolean {
  return typeof value === "number" && value >= 0;
}
