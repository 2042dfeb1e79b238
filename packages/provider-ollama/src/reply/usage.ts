import type { JsonObject, Usage } from "@skein/protocol";
import { knownCounters } from "@skein/provider-kit";

/** Tokens of the prompt and of the reply; thoughts are in the second. What a cache held is not counted apart. */
export function usageIn(last: JsonObject): Usage {
  const input = last["prompt_eval_count"];
  return knownCounters({ input, prompt: input, output: last["eval_count"] });
}

/** Counters and durations, as they stand in the last line. */
export function rawUsageIn(last: JsonObject): JsonObject | undefined {
  const found = Object.entries(last).filter(([name]) => /_(count|duration)$/.test(name));
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
