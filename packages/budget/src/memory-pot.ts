import type { Amount, Limit, Pot, Spent } from "./pot.ts";
import { isWithin, leftIn, sumOf } from "./pot.ts";

export interface MemoryPotOptions extends Pick<Limit, "name" | "maxCostUsd" | "maxTokens"> {
  /** What has been spent before. Default: nothing. */
  readonly spent?: Spent;
}

const nothing: Spent = { usd: 0, tokens: 0, isPriced: true, isEstimate: false };

/** A limit of one session, or of one agent in it, kept by this process. */
export function memoryPot({ name, maxCostUsd, maxTokens, spent: before = nothing }: MemoryPotOptions): Pot {
  let spent = before;
  const holds = new Set<{ amount: Amount }>();
  const limit = (): Limit => ({
    name,
    maxCostUsd,
    maxTokens,
    spent,
    held: sumOf([...holds].map(({ amount }) => amount)),
    frees: "Raise the limit to go on.",
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
