import type { JsonObject, Usage } from "@skein/protocol";
import { knownCounters } from "@skein/provider-kit";

/** Source: docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching: what a cache holds is not in `inputTokens`. */
export function usageOf(raw: JsonObject): Usage {
  return knownCounters({
    input: raw["inputTokens"],
    output: raw["outputTokens"],
    cacheRead: raw["cacheReadInputTokens"],
    cacheWrite: raw["cacheWriteInputTokens"],
  });
}
