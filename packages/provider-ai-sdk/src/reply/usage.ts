import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue, Usage } from "@skein/protocol";
import { isCount, knownCounters, objectIn } from "@skein/provider-kit";
import { savedPart } from "../sidecar.ts";
import type { FinishPart } from "./stream-part.ts";

/** Counters, and the vendor's own where the AI SDK passes them on. */
export function usageOf(usage: FinishPart["usage"]): {
  readonly usage: Usage;
  readonly rawUsage?: JsonValue;
} {
  const said = savedPart(usage ?? {});
  const isNested = isJsonObject(said["inputTokens"]) || isJsonObject(said["outputTokens"]);
  const raw = said["raw"] ?? (Object.keys(said).length > 0 ? said : undefined);
  return {
    usage: isNested ? nestedUsage(said) : flatUsage(said),
    ...(raw === undefined ? {} : { rawUsage: raw }),
  };
}

function nestedUsage(said: JsonObject): Usage {
  const input = objectIn(said["inputTokens"]);
  const output = objectIn(said["outputTokens"]);
  const { cacheRead, cacheWrite } = input;
  const isSplit = [input["noCache"], cacheRead, cacheWrite].every(isCount);
  const hasCache = isCount(cacheRead) || isCount(cacheWrite);
  return knownCounters({
    // A total holds what the cache gave; where that was counted and the rest was not, the rest is unknown.
    input: input["noCache"] ?? (hasCache ? undefined : input["total"]),
    output: output["total"],
    cacheRead,
    cacheWrite,
    prompt: isSplit ? undefined : input["total"],
    reasoning: output["reasoning"],
  });
}

/** Of the oldest version. Whether its input holds what came from the cache differs from vendor to vendor. */
function flatUsage(said: JsonObject): Usage {
  const cacheRead = said["cachedInputTokens"];
  return knownCounters({
    input: isCount(cacheRead) && cacheRead > 0 ? undefined : said["inputTokens"],
    output: said["outputTokens"],
    cacheRead,
    cacheWrite: undefined,
    reasoning: said["reasoningTokens"],
  });
}
