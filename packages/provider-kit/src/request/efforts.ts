import { efforts, type Effort } from "@skein/protocol";
import { thinksAnyway } from "../notices.ts";

/** The effort levels of all vendors, weakest first. */
export const effortWords = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

export type EffortWord = (typeof effortWords)[number];

/** How an effort is sent: a level, thinking turned on or off, a token budget, or not at all. */
export type SentEffort = EffortWord | "on" | "off" | "budget" | undefined;

/** The weakest level that is not below the requested one, or else the strongest. */
export function nearestEffort<Level extends EffortWord>(
  wish: Effort,
  levels: readonly Level[],
): Level | undefined {
  const least = effortWords.indexOf(wish);
  return levels.find((level) => effortWords.indexOf(level) >= least) ?? levels.at(-1);
}

/**
 * A notice that an effort was dropped, lowered or raised; `undefined` when it is sent as requested. An
 * unsupported `none` is dropped silently, unless the model is known to think (see `sent`).
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

/** The efforts that make no notice: those that are sent as they are. @param noticeOf - as the user would read it. */
export function effortLevels(noticeOf: (wish: Effort) => string | undefined): readonly Effort[] {
  return efforts.filter((wish) => noticeOf(wish) === undefined);
}

/** A notice that the output limit is too small for a thinking budget. */
export function noRoomToThink(modelId: string, maxTokens: number): string {
  return `${modelId} does not use thinking, because the output limit of ${maxTokens} tokens is too small.`;
}

/** Thinking budgets of Claude models in tokens; the vendor's minimum is 1,024. */
const budgets = { low: 4096, medium: 12_288, high: 24_576, max: 49_152 } as const;
const leastBudget = 1024;

/**
 * Thinking budget in tokens: at most half of the output limit, and at least the vendor's minimum. `undefined`
 * when thinking is not requested, or the limit is too small.
 */
export function thinkingBudget(effort: Effort | undefined, maxTokens = Infinity): number | undefined {
  if (effort === undefined || effort === "none" || maxTokens <= leastBudget) return undefined;
  return Math.max(leastBudget, Math.min(budgets[effort], Math.floor(maxTokens / 2)));
}
