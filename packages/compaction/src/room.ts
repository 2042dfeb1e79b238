import type { ContextCause, ContextView } from "@skein/protocol";
import { recallName } from "./recall-name.ts";
import { estimateTokens, fixedTokens } from "./tokens/estimate.ts";

/** How much there is, how much there should be. Budgets are estimated tokens; `real` makes them the vendor's. */
export interface Room {
  readonly view: ContextView;
  readonly cause: ContextCause;
  readonly recall: string | undefined;
  /** The request was refused for its length, or will be. */
  readonly mustFit: boolean;
  /** Real tokens of the request as it is. */
  readonly used: number;
  /** Real tokens per estimated one, for this request. */
  readonly scale: number;
  /** System prompt and tools. */
  readonly fixed: number;
  /** For everything else: after a compaction, and at most. */
  readonly wanted: number;
  readonly most: number;
  real(estimated: number): number;
}

/** Of the window: from here on a request is made to fit, whatever it costs. */
export const hardLimit = 0.95;
/** So much is left for the conversation even where the fixed part takes all there is. */
const least = 400;

export interface RoomOptions {
  readonly view: ContextView;
  readonly used: number;
  /** Real tokens that the request is to come down to, and may have at most. */
  readonly target: number;
  readonly limit: number;
}

export function roomOf({ view, used, target, limit }: RoomOptions): Room {
  const estimate = Math.max(1, estimateTokens(view.request));
  const { cause, window } = view;
  // A request that was refused is longer than the window, whatever the estimate says.
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
