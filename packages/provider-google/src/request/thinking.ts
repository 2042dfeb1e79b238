import type { Effort, EffortTraits, ThinkingPlan } from "@skein/protocol";
import { supportedEfforts, effortNotice } from "@skein/provider-kit";
import type { ThinkingTraits } from "../catalog.ts";
import type { WireThinking } from "../wire.ts";

/** Tokens; cut to what the model takes. */
const budgets = { low: 2048, medium: 8192, high: 24_576, max: 32_768 } as const;

const levels = { low: "LOW", medium: "MEDIUM", high: "HIGH", max: "HIGH" } as const;

/**
 * How hard to think; `undefined` says nothing, and the vendor's default holds. Models that think are asked to show
 * their thoughts: they are a sign of life for minutes before the reply begins. Where thinking is off, asking for
 * thoughts is refused.
 *
 * Source: ai.google.dev/gemini-api/docs/thinking, read 2026-11-20.
 */
export function thinkingOf(traits: ThinkingTraits, effort: Effort | undefined): WireThinking | undefined {
  switch (traits.style) {
    case "none":
      return undefined;
    case "level":
      if (effort === undefined) return { includeThoughts: true };
      if (effort === "none") return { thinkingLevel: traits.least };
      return { includeThoughts: true, thinkingLevel: levels[effort] };
    case "budget":
      if (effort === undefined) return traits.byDefault ? { includeThoughts: true } : undefined;
      if (effort === "none") return { thinkingBudget: traits.least };
      return { includeThoughts: true, thinkingBudget: Math.min(budgets[effort], traits.most) };
  }
}

/** What a budget must know; a summary of thoughts is billed as the whole of them. */
export function thinkingPlan(traits: ThinkingTraits, effort: Effort | undefined): ThinkingPlan {
  if (traits.style === "none") return { budgetTokens: 0, isHidden: false };
  const said = thinkingOf(traits, effort);
  const budgetTokens = effort === undefined ? 0 : (said?.thinkingBudget ?? 0);
  const isOff = traits.style === "budget" && (said === undefined || said.thinkingBudget === 0);
  return { budgetTokens, isHidden: !isOff };
}

/** @param traits - of a model in the catalogue. */
export function effortTraits(modelId: string, traits: ThinkingTraits | undefined): EffortTraits {
  return traits ? { levels: supportedEfforts((wish) => thinkingNotice(modelId, traits, wish)) } : {};
}

/** What users should know of an effort that is not sent as wished. */
export function thinkingNotice(
  modelId: string,
  traits: ThinkingTraits,
  effort: Effort | undefined,
): string | undefined {
  if (effort === undefined) return undefined;
  switch (traits.style) {
    case "none":
      return effortNotice(modelId, effort, undefined);
    case "level":
      return effortNotice(modelId, effort, effort === "none" ? "low" : effort === "max" ? "high" : effort);
    case "budget":
      return effortNotice(modelId, effort, effort === "none" && traits.least > 0 ? "low" : "budget");
  }
}
