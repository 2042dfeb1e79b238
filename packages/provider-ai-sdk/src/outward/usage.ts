import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { isJsonObject } from "@skein/protocol";
import type { JsonValue, Usage } from "@skein/protocol";

export const noUsage: LanguageModelV4Usage = usageFor({});

/** Unknown stays unknown. */
export function usageFor(usage: Usage, rawUsage?: JsonValue): LanguageModelV4Usage {
  const { input, output, cacheRead, cacheWrite, reasoning } = usage;
  return {
    inputTokens: {
      // The AI SDK counts the cache's tokens among the input's, Skein beside them.
      total: input === undefined ? undefined : input + (cacheRead ?? 0) + (cacheWrite ?? 0),
      noCache: input,
      cacheRead,
      cacheWrite,
    },
    outputTokens: {
      total: output,
      text: output === undefined || reasoning === undefined ? undefined : output - reasoning,
      reasoning,
    },
    ...(isJsonObject(rawUsage) ? { raw: rawUsage } : {}),
  };
}
