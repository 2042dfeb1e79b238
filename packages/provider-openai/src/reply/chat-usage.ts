import type { JsonObject, Usage } from "@skein/protocol";
import { isCount, knownCounters, objectIn } from "@skein/provider-kit";
import { promptOf, within } from "./counters.ts";
import { reportedUsd } from "./reported-cost.ts";

/**
 * Counters as the vendor and its many imitators write them. Cached tokens are part of `prompt_tokens`, and stand in
 * one of three places.
 */
export function chatUsage(raw: JsonObject): Usage {
  const prompt = objectIn(raw["prompt_tokens_details"]);
  const reasoning = objectIn(raw["completion_tokens_details"])["reasoning_tokens"];
  const cacheRead = [prompt["cached_tokens"], raw["prompt_cache_hit_tokens"], raw["cached_tokens"]].find(
    isCount,
  );
  const cacheWrite = [prompt["cache_write_tokens"], raw["cache_creation_input_tokens"]].find(isCount);
  return knownCounters({
    input: within(raw["prompt_tokens"], [cacheRead, cacheWrite]),
    output: outputOf(raw, reasoning),
    cacheRead,
    cacheWrite,
    prompt: promptOf(raw["prompt_tokens"], [cacheRead, cacheWrite]),
    reasoning,
    reportedUsd: reportedUsd(raw),
  });
}

/** Some servers count thoughts beside the completion instead of in it; their total gives them away. */
function outputOf(
  raw: JsonObject,
  reasoning: JsonObject[string] | undefined,
): JsonObject[string] | undefined {
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = raw;
  if (!isCount(prompt) || !isCount(completion) || !isCount(reasoning) || reasoning === 0) return completion;
  return prompt + completion + reasoning === total ? completion + reasoning : completion;
}
