import { ProviderError } from "@skein/protocol";
import type { Effort, EffortTraits, JsonObject, ThinkingPlan } from "@skein/protocol";
import { supportedEfforts, effortNotice, noRoomToThink, thinkingBudget } from "@skein/provider-kit";
import type { ThinkingTraits } from "../catalog.ts";
import type { WireMessage } from "../wire.ts";

export interface ThinkingRequest {
  readonly thinking?: JsonObject;
  readonly output_config?: JsonObject;
}

export interface ThinkingChoice {
  readonly traits: ThinkingTraits;
  readonly effort: Effort | undefined;
  readonly maxTokens: number;
  readonly messages: readonly WireMessage[];
}

/** Beta that `block_binding` needs. */
const bindingBeta = "thinking-binding-controls-2026-08-01";

/**
 * Beta with which models that think by a budget think between tool calls, too; adaptive ones do without it.
 */
const interleavedBeta = "interleaved-thinking-2025-05-14";

/** Betas that a request needs for what it says of thinking. Servers of others have never heard of them. */
export function thinkingBetas(modelId: string, { thinking }: ThinkingRequest): readonly string[] {
  if (thinking?.["block_binding"] !== undefined) return [bindingBeta];
  return thinking?.["type"] === "enabled" && modelId.startsWith("claude-") ? [interleavedBeta] : [];
}

/** What users should know of an effort that is not sent as wished. */
export function thinkingNotice(
  modelId: string,
  effort: Effort | undefined,
  { traits, maxTokens }: Pick<ThinkingChoice, "traits" | "maxTokens">,
): string | undefined {
  if (effort === undefined) return undefined;
  switch (traits.style) {
    case "none":
      return effortNotice(modelId, effort, undefined);
    case "adaptive":
      return effortNotice(modelId, effort, effort === "none" && !traits.off ? "low" : effort);
    case "budget":
      return effort === "none" || thinkingBudget(effort, maxTokens) !== undefined
        ? undefined
        : noRoomToThink(modelId, maxTokens);
  }
}

/**
 * The vendor's cache belongs to an effort: what was written at one is not read at another.
 *
 * @param traits - of a model in the catalogue.
 * Source: github.com/docker/docker-agent/issues/4116, which cites platform.claude.com/docs/en/build-with-claude/effort; read
 * 2026-11-26. Others measured that a cache was kept (github.com/anthropics/claude-code/issues/63962): a break is said where none
 * may be, and never the other way.
 */
export function effortTraits(modelId: string, traits: ThinkingTraits | undefined): EffortTraits {
  const levels =
    traits && supportedEfforts((wish) => thinkingNotice(modelId, wish, { traits, maxTokens: Infinity }));
  return { levels, keepsCache: false };
}

/**
 * How hard to think. Without an effort nothing is said, and the vendor's default holds.
 *
 * Models that bind thoughts to the conversation refuse a request whose earlier messages have changed.
 * Requests only grow, but for a compaction or a rewind: behind one, these models are told to drop such
 * thoughts instead.
 *
 * Source: platform.claude.com/docs/en/build-with-claude/thinking and effort, read 2026-11-20.
 */
export function thinkingOf({ traits, effort, maxTokens, messages }: ThinkingChoice): ThinkingRequest {
  if (traits.style === "none") return {};
  if (traits.style === "budget") return budgetOf(effort, maxTokens, messages);
  if (effort === "none" && traits.off) return { thinking: { type: traits.off } };
  const adaptive = {
    type: "adaptive",
    display: "summarized",
    ...(traits.bound ? { block_binding: { prefix_mismatch_behavior: "drop_block" } } : {}),
  };
  if (effort === undefined) return traits.bound ? { thinking: adaptive } : {};
  return { thinking: adaptive, output_config: { effort: effort === "none" ? "low" : effort } };
}

/** What a budget must know; a summary of thoughts is billed as the whole of them. */
export function thinkingPlan(
  traits: ThinkingTraits,
  effort: Effort | undefined,
  maxTokens: number,
): ThinkingPlan {
  if (traits.style === "none") return { budgetTokens: 0, isHidden: false };
  if (traits.style === "adaptive")
    return { budgetTokens: 0, isHidden: effort !== "none" || traits.off === undefined };
  const budgetTokens = thinkingBudget(effort, maxTokens) ?? 0;
  return { budgetTokens, isHidden: budgetTokens > 0 };
}

function budgetOf(
  effort: Effort | undefined,
  maxTokens: number,
  messages: readonly WireMessage[],
): ThinkingRequest {
  const budget = thinkingBudget(effort, maxTokens);
  if (budget === undefined || inUnthoughtToolTurn(messages)) return {};
  return { thinking: { type: "enabled", budget_tokens: budget } };
}

/**
 * With a budget, a turn that continues with results must have started with thinking; its later replies may
 * have none. Where they are gone (another model wrote them), thinking stays off until the turn is over. It
 * must not go off and on otherwise: that empties the vendor's cache of messages.
 *
 * Source: platform.claude.com/docs/en/build-with-claude/extended-thinking (toggling, a turn is the whole tool
 * loop) and prompt-caching (what invalidates).
 */
function inUnthoughtToolTurn(messages: readonly WireMessage[]): boolean {
  const hasResults = ({ content }: WireMessage) => content.some(({ type }) => type === "tool_result");
  if (!messages.slice(-1).some(hasResults)) return false;
  const asked = messages.findLastIndex((message) => message.role === "user" && !hasResults(message));
  const first = messages.slice(asked + 1).find(({ role }) => role === "assistant")?.content[0]?.type;
  return first !== "thinking" && first !== "redacted_thinking";
}

/** Whether an error refuses what says an effort: older models, also behind gateways, have no such fields. A refusal of thoughts in messages is another one. */
export function refusesEffort(error: unknown): boolean {
  const isRefusal = ProviderError.is(error) && error.code === "bad-request";
  if (!isRefusal || /\bmessages\.\d/.test(error.message)) return false;
  return /\b(output_config|effort|adaptive|budget_tokens|thinking)\b/i.test(error.message);
}
