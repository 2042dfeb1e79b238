import type { Effort } from "@skein/protocol";
import { thinksAnyway } from "../notices.ts";

/** The words of all vendors for how hard to think, weakest first. */
const ranks = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

export type EffortWord = (typeof ranks)[number];

/** What a request says of an effort: a word, thinking turned on or off, tokens, or nothing. */
export type SentEffort = EffortWord | "on" | "off" | "budget" | undefined;

/** The weakest level that is not below the wish; the strongest when all are. */
export function nearestEffort<Level extends EffortWord>(
  wish: Effort,
  levels: readonly Level[],
): Level | undefined {
  const least = ranks.indexOf(wish);
  return levels.find((level) => ranks.indexOf(level) >= least) ?? levels.at(-1);
}

/**
 * What users should know when an effort is dropped, lowered or raised; `undefined` when it is sent as wished. `none` that
 * cannot be said is left to the vendor without a word, unless the model is known to think (`sent` says how hard).
 */
export function effortNotice(
  modelId: string,
  wish: Effort | undefined,
  sent: SentEffort,
): string | undefined {
  if (wish === undefined || wish === sent || sent === "budget") return undefined;
  if (wish === "none") return sent === undefined || sent === "off" ? undefined : thinksAnyway(modelId);
  if (sent === undefined) return `${modelId} takes no effort: "${wish}" is not sent.`;
  if (sent === "on" || sent === "off")
    return `${modelId} turns thinking only on or off: with the effort "${wish}" it is ${sent}.`;
  return `${modelId} takes no effort "${wish}": "${sent}" is sent.`;
}

/** For a thinking budget that would leave nothing for the answer. */
export function noRoomToThink(modelId: string, maxTokens: number): string {
  return `${modelId} does not think: an output limit of ${maxTokens} tokens leaves no room for it.`;
}

/** Tokens of a Claude model's thinking budget; the vendor's least is 1,024. */
const budgets = { low: 4096, medium: 12_288, high: 24_576, max: 49_152 } as const;
const leastBudget = 1024;

/**
 * Tokens to think with: at most half of the output limit, and never less than the vendor takes. `undefined` where thinking
 * is not asked for, or the limit leaves no room.
 */
export function thinkingBudget(effort: Effort | undefined, maxTokens = Infinity): number | undefined {
  if (effort === undefined || effort === "none" || maxTokens <= leastBudget) return undefined;
  return Math.max(leastBudget, Math.min(budgets[effort], Math.floor(maxTokens / 2)));
}
