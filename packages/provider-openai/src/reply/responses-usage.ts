import type { JsonValue, Usage } from "@skein/protocol";
import { knownCounters, objectIn } from "@skein/provider-kit";
import { promptOf, within } from "./counters.ts";
import { reportedUsd } from "./reported-cost.ts";

/** The vendor's `input_tokens` include what was read from and written to its cache. */
export function responsesUsage(raw: JsonValue | undefined): Usage {
  const usage = objectIn(raw);
  const input = objectIn(usage["input_tokens_details"]);
  const { cached_tokens: cacheRead, cache_write_tokens: cacheWrite } = input;
  return knownCounters({
    input: within(usage["input_tokens"], [cacheRead, cacheWrite]),
    output: usage["output_tokens"],
    cacheRead,
    cacheWrite,
    prompt: promptOf(usage["input_tokens"], [cacheRead, cacheWrite]),
    reasoning: objectIn(usage["output_tokens_details"])["reasoning_tokens"],
    reportedUsd: reportedUsd(usage),
  });
}
