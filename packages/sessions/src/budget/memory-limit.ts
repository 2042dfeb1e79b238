import {
  type SpendingAmount,
  type LimitState,
  type SpendingLimit,
  type SpentAmount,
  isWithin,
  leftIn,
  sumOf,
} from "./spending-limit.ts";

export interface MemoryLimitOptions extends Pick<LimitState, "name" | "maxCostUsd" | "maxTokens"> {
  /** What was spent before. Default: nothing. */
  readonly spent?: SpentAmount;
}

const nothing: SpentAmount = { usd: 0, tokens: 0, isPriced: true, isEstimate: false };

/** A limit for one session, or one agent in it, held in this process's memory. */
export function memoryLimit({
  name,
  maxCostUsd,
  maxTokens,
  spent: before = nothing,
}: MemoryLimitOptions): SpendingLimit {
  let spent = before;
  const holds = new Set<{ amount: SpendingAmount }>();
  const limit = (): LimitState => ({
    name,
    maxCostUsd,
    maxTokens,
    spent,
    held: sumOf([...holds].map(({ amount }) => amount)),
    frees: "Raise the limit to continue.",
  });
  return {
    isShared: false,
    limits: () => [limit()],
    hold(amount) {
      if (!isWithin(amount, leftIn(limit()).now)) return undefined;
      const own = { amount };
      holds.add(own);
      return {
        grow(more) {
          holds.delete(own);
          const fits = isWithin(more, leftIn(limit()).now);
          if (fits) own.amount = more;
          holds.add(own);
          return fits;
        },
        settle({ tokens, costUsd, isEstimate }) {
          if (!holds.delete(own)) return;
          spent = {
            usd: spent.usd + (costUsd ?? 0),
            tokens: spent.tokens + tokens,
            isPriced: spent.isPriced && costUsd !== undefined,
            isEstimate: spent.isEstimate || isEstimate,
          };
        },
      };
    },
  };
}
