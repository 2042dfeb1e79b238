import type { ContextCause, ContextView } from "@skein/protocol";
import { recallName } from "./recall-name.ts";
import { estimateTokens, fixedTokens } from "./tokens/estimate.ts";

/** The token budget of a compaction. Budgets are estimated tokens; `real` converts them to the vendor's. */
export interface CompactionBudget {
  readonly view: ContextView;
  readonly cause: ContextCause;
  readonly recall: string | undefined;
  /** The request was rejected as too long, or will be. */
  readonly mustFit: boolean;
  /** Real tokens of the request as it is. */
  readonly used: number;
  /** Real tokens per estimated token, for this request. */
  readonly scale: number;
  /** System prompt and tools. */
  readonly fixed: number;
  /** For everything else: the target, and the maximum. */
  readonly wanted: number;
  readonly most: number;
  real(estimated: number): number;
}

/** Share of the context window from which on a request must be made to fit at any price. */
export const hardLimit = 0.95;
/** Minimum left for the conversation even where the fixed part takes everything. */
const least = 400;

export interface CompactionBudgetOptions {
  readonly view: ContextView;
  readonly used: number;
  /** Real tokens: the target of the request, and its maximum. */
  readonly target: number;
  readonly limit: number;
}

export function compactionBudget({ view, used, target, limit }: CompactionBudgetOptions): CompactionBudget {
  const estimate = Math.max(1, estimateTokens(view.request));
  const { cause, window } = view;
  // A rejected request is longer than the context window, whatever the estimate says.
  const atLeast = cause === "overflow" ? Math.max(used, window ?? 0) : used;
  const scale = Math.max(0.1, atLeast / estimate);
  const fixed = fixedTokens(view.request);
  const most = Math.max(least, limit / scale - fixed);
  return {
    view,
    cause,
    recall: recallName(view),
    mustFit: cause === "overflow" || (window !== undefined && used > window * hardLimit),
    used: atLeast,
    scale,
    fixed,
    wanted: Math.min(most, Math.max(least, target / scale - fixed, most * 0.4)),
    most,
    real: (estimated) => Math.round(estimated * scale),
  };
}
