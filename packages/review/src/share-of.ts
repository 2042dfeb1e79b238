/** What a review, or one of its reviewers, may use. */
export interface ReviewLimits {
  readonly maxCostUsd?: number | undefined;
  readonly maxTokens?: number | undefined;
}

/** One of so many equal shares, rounded down: whatever each reviewer uses of its own, together they stay within the limits. */
export function shareOf({ maxCostUsd, maxTokens }: ReviewLimits, reviewers: number): ReviewLimits {
  return {
    ...(maxCostUsd === undefined ? {} : { maxCostUsd: Math.floor((maxCostUsd * 1e9) / reviewers) / 1e9 }),
    ...(maxTokens === undefined ? {} : { maxTokens: Math.floor(maxTokens / reviewers) }),
  };
}
