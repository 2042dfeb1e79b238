import type { JsonObject, JsonValue, Usage } from "@skein/protocol";
import { isCount } from "@skein/provider-kit";

/**
 * Counters come with every event, each time for the whole reply so far: the later ones stand instead of the earlier.
 * Some events only tell other things, such as the kind of traffic.
 */
export function latestUsage(before: JsonObject, next: JsonObject | undefined): JsonObject {
  if (!next) return before;
  return typeof next["promptTokenCount"] === "number" ? next : { ...before, ...next };
}

/**
 * The vendor leaves out counters that are 0, as JSON of protocol buffers does: next to a count of the prompt an absent
 * one is 0. Tokens of the vendor's own tools are input.
 *
 * @param cacheWrite - tokens of an explicit cache that was made for this request. They are billed besides the prompt,
 *   which has them a second time as read.
 */
export function usageOf(raw: JsonObject, cacheWrite: number): Usage {
  const prompt = countIn(raw["promptTokenCount"]);
  if (prompt === undefined) return {};
  const cacheRead = countIn(raw["cachedContentTokenCount"]) ?? 0;
  const reasoning = countIn(raw["thoughtsTokenCount"]) ?? 0;
  return {
    input: Math.max(0, prompt - cacheRead) + (countIn(raw["toolUsePromptTokenCount"]) ?? 0),
    output: (countIn(raw["candidatesTokenCount"]) ?? 0) + reasoning,
    cacheRead,
    cacheWrite,
    ...(cacheWrite === 0 ? {} : { prompt }),
    reasoning,
  };
}

function countIn(value: JsonValue | undefined): number | undefined {
  return isCount(value) ? value : undefined;
}
