// Reasoning efforts. Skein has five levels; vendors have words, token budgets,
// or a switch. A provider picks the nearest form, and a notice tells the user
// whenever that is not what was asked for.
import { efforts, type Effort } from "@skein/protocol";
import { thinksAnyway } from "../notices.ts";

/** Effort levels of all vendors, weakest first. A vendor takes some of them. */
export const effortWords = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** One of `effortWords`. */
export type EffortWord = (typeof effortWords)[number];

/**
 * Form in which an effort is sent: a level, thinking turned on or off, a token
 * budget, or not at all.
 */
export type SentEffort = EffortWord | "on" | "off" | "budget" | undefined;

/**
 * Finds the weakest level that is not below the requested one, or else the
 * strongest. Undefined if there are no levels.
 *
 * @param levels - levels of the model, weakest first.
 *
 * @example
 * ```ts
 * nearestEffort("max", ["low", "medium", "high"]); // "high"
 * nearestEffort("low", ["minimal", "medium"]); // "medium"
 * ```
 */
export function nearestEffort<Level extends EffortWord>(
  wish: Effort,
  levels: readonly Level[],
): Level | undefined {
  const least = effortWords.indexOf(wish);
  return levels.find((level) => effortWords.indexOf(level) >= least) ?? levels.at(-1);
}

/**
 * Words a notice that an effort was dropped, lowered or raised.
 *
 * An unsupported `none` is dropped silently, unless the model is known to think
 * (see `sent`).
 *
 * @param sent - form in which the effort is sent: the result of
 *   `nearestEffort`, for example.
 * @returns undefined if the effort is sent as requested.
 */
export function effortNotice(
  modelId: string,
  wish: Effort | undefined,
  sent: SentEffort,
): string | undefined {
  if (wish === undefined || wish === sent || sent === "budget") return undefined;
  if (wish === "none") return sent === undefined || sent === "off" ? undefined : thinksAnyway(modelId);
  if (sent === undefined) return `${modelId} does not support effort levels; "${wish}" is not sent.`;
  if (sent === "on" || sent === "off")
    return `${modelId} can only turn thinking on or off; for effort "${wish}" it is ${sent}.`;
  return `${modelId} does not support the effort "${wish}"; "${sent}" is sent.`;
}

/**
 * Lists the efforts that need no notice: those that are sent unchanged. For
 * `EffortTraits.levels`.
 *
 * @param noticeOf - notice for an effort, as the user would read it.
 */
export function supportedEfforts(noticeOf: (wish: Effort) => string | undefined): readonly Effort[] {
  return efforts.filter((wish) => noticeOf(wish) === undefined);
}

/**
 * Words the notice that the output limit is too small for a thinking budget.
 */
export function noRoomToThink(modelId: string, maxTokens: number): string {
  return `${modelId} does not use thinking, because the output limit of ${maxTokens} tokens is too small.`;
}

/**
 * Thinking budgets of Claude models in tokens. The vendor's minimum is 1,024.
 */
const budgets = { low: 4096, medium: 12_288, high: 24_576, max: 49_152 } as const;
const leastBudget = 1024;

/**
 * Computes a thinking budget in tokens: at most half of the output limit, and
 * at least the vendor's minimum.
 *
 * @param maxTokens - output limit of the request. Default: none.
 * @returns undefined if thinking is not requested, or the limit is too small.
 *
 * @example
 * ```ts
 * thinkingBudget("medium", 8000); // 4000
 * thinkingBudget("low"); // 4096
 * ```
 */
export function thinkingBudget(effort: Effort | undefined, maxTokens = Infinity): number | undefined {
  if (effort === undefined || effort === "none" || maxTokens <= leastBudget) return undefined;
  return Math.max(leastBudget, Math.min(budgets[effort], Math.floor(maxTokens / 2)));
}
