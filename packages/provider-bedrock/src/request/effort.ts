import type { Effort, EffortTraits, JsonObject, ThinkingPlan } from "@skein/protocol";
import { supportedEfforts, effortNotice, noRoomToThink, thinkingBudget } from "@skein/provider-kit";
import type { ThinkingTraits } from "../catalog.ts";
import type { WireMessage } from "../wire.ts";

export interface ThinkingChoice {
  readonly traits: ThinkingTraits;
  readonly effort: Effort | undefined;
  /** `undefined` when unknown. */
  readonly maxTokens: number | undefined;
  readonly messages: readonly WireMessage[];
}

/** Beta with which Claude models that think by a budget think between tool calls, too. */
const interleavedBeta = "interleaved-thinking-2025-05-14";

const levels = { low: "low", medium: "medium", high: "high", max: "high" } as const;

/**
 * How hard to think, in the fields of the model's own that the vendor passes on. Without an effort nothing is
 * said, and the default holds. At `none` models that always think get the least effort; of others nothing is
 * asked.
 *
 * Source: docs.aws.amazon.com/bedrock/latest/userguide, extended and adaptive thinking;
 * docs.aws.amazon.com/nova, extended thinking; read 2026-11-20.
 */
export function thinkingFields({ traits, effort, maxTokens, messages }: ThinkingChoice): JsonObject {
  if (effort === undefined) return {};
  switch (traits.style) {
    case "none":
      return {};
    case "word":
      return { reasoning_effort: effort === "none" ? "low" : levels[effort] };
    case "levels":
      if (effort === "none") return { reasoningConfig: { type: "disabled" } };
      return { reasoningConfig: { type: "enabled", maxReasoningEffort: levels[effort] } };
    case "adaptive":
      if (effort === "none" && !traits.always) return {};
      return {
        thinking: { type: "adaptive", display: "summarized" },
        output_config: { effort: effort === "none" ? "low" : effort },
      };
    case "budget": {
      if (effort === "none") return {};
      const budget = thinkingBudget(effort, maxTokens);
      if (budget === undefined || inUnthoughtToolTurn(messages)) return {};
      return { thinking: { type: "enabled", budget_tokens: budget }, anthropic_beta: [interleavedBeta] };
    }
  }
}

/** What a budget must know; a summary of thoughts is billed as the whole of them. */
export function thinkingPlan(
  { style, always }: ThinkingTraits,
  effort: Effort | undefined,
  maxTokens: number | undefined,
): ThinkingPlan {
  const isAsked = effort !== undefined && effort !== "none";
  if (style !== "budget")
    return { budgetTokens: 0, isHidden: style !== "none" && (isAsked || always === true) };
  const budgetTokens = thinkingBudget(effort, maxTokens) ?? 0;
  return { budgetTokens, isHidden: budgetTokens > 0 };
}

/** What users should know of an effort that is not sent as wished. */
export function thinkingNotice(
  modelId: string,
  effort: Effort | undefined,
  { traits, maxTokens }: Pick<ThinkingChoice, "traits" | "maxTokens">,
): string | undefined {
  if (effort === undefined) return undefined;
  const weakest = effort === "none" ? "low" : effort;
  switch (traits.style) {
    case "none":
      return effortNotice(modelId, effort, undefined);
    case "word":
      return effortNotice(modelId, effort, levels[weakest]);
    case "levels":
      return effortNotice(modelId, effort, effort === "none" ? "off" : levels[effort]);
    case "adaptive":
      return effortNotice(modelId, effort, traits.always ? weakest : effort);
    case "budget":
      return effort === "none" || maxTokens === undefined || thinkingBudget(effort, maxTokens) !== undefined
        ? undefined
        : noRoomToThink(modelId, maxTokens);
  }
}

/**
 * Of Claude the vendor's cache belongs to an effort; of others that is not known.
 *
 * @param traits - of a model in the catalogue.
 */
export function effortTraits(modelId: string, traits: ThinkingTraits | undefined): EffortTraits {
  if (!traits) return {};
  const taken = supportedEfforts((wish) => thinkingNotice(modelId, wish, { traits, maxTokens: undefined }));
  return traits.style === "adaptive" || traits.style === "budget"
    ? { levels: taken, keepsCache: false }
    : { levels: taken };
}

/**
 * With a budget, a turn that continues with results must have started with thinking; its later replies may
 * have none. Where they are gone (another model wrote them), thinking stays off until the turn is over. It
 * must not go off and on otherwise: that empties the vendor's cache of messages.
 */
function inUnthoughtToolTurn(messages: readonly WireMessage[]): boolean {
  const hasResults = ({ content }: WireMessage) => content.some((block) => "toolResult" in block);
  if (!messages.slice(-1).some(hasResults)) return false;
  const asked = messages.findLastIndex((message) => message.role === "user" && !hasResults(message));
  const first = messages.slice(asked + 1).find(({ role }) => role === "assistant")?.content[0];
  return !(first && "reasoningContent" in first);
}
