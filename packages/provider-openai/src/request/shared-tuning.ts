import type { JsonObject, ModelRequest } from "@skein/protocol";
import type { OptionalTuning } from "@skein/provider-kit";
import type { OpenAIApi } from "../names.ts";
import type { Target } from "../dialect.ts";

/** What the wire has of the options that not every wire has. Caches are kept as long as the vendor likes. */
export function sentTuning(api: OpenAIApi): readonly OptionalTuning[] {
  const shared = ["verbosity", "serviceTier", "toolChoice", "parallelTools"] as const;
  return api === "responses" ? [...shared, "webSearch"] : shared;
}

/** Fields that both interfaces name alike. Without tools the vendor refuses those that are about them. */
export function sharedTuning({ options, tools }: ModelRequest, { conceded }: Target): JsonObject {
  const { serviceTier, toolChoice, parallelTools } = options;
  const hasTools = tools.length > 0;
  return {
    ...(serviceTier === undefined || conceded.has("service-tier") ? {} : { service_tier: serviceTier }),
    ...(hasTools && toolChoice !== undefined && !conceded.has("tool-choice")
      ? { tool_choice: toolChoice }
      : {}),
    ...(hasTools && parallelTools !== undefined && !conceded.has("parallel-tools")
      ? { parallel_tool_calls: parallelTools }
      : {}),
  };
}
