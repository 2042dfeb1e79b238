import { costOf, type Budget } from "@skein/protocol";

export interface SpendingLimit {
  /** US dollars. */
  readonly maxCostUsd?: number | undefined;
  /** Input, output and cached tokens together. */
  readonly maxTokens?: number | undefined;
}

/**
 * What one agent may spend. A call that is expected to exceed it is refused before it is made; the expectation is an
 * estimate, so that the last call may go over it by what its answer is longer. When prices are unknown a cost
 * limit refuses every call, because nobody could keep it.
 */
export function spendingLimit({ maxCostUsd, maxTokens }: SpendingLimit): Budget | undefined {
  if (maxCostUsd === undefined && maxTokens === undefined) return undefined;
  let [spentUsd, spentTokens] = [0, 0];
  return {
    reserve({ inputTokens, outputTokens, price }) {
      const nextTokens = inputTokens + outputTokens;
      if (maxTokens !== undefined && spentTokens + nextTokens > maxTokens) {
        return {
          refused: `The next call could take about ${nextTokens} tokens; ${spentTokens} of ${maxTokens} are used.`,
        };
      }
      if (maxCostUsd === undefined) return {};
      const nextUsd = costOf(
        { input: inputTokens, output: outputTokens, cacheRead: 0, cacheWrite: 0 },
        price,
      );
      if (nextUsd === undefined) {
        return { refused: "The model's prices are unknown, so a cost limit cannot be kept." };
      }
      return spentUsd + nextUsd > maxCostUsd
        ? {
            refused: `The next call could cost about $${nextUsd.toFixed(4)}; $${spentUsd.toFixed(4)} of $${maxCostUsd} are spent.`,
          }
        : {};
    },
    settle({ input = 0, output = 0, cacheRead = 0, cacheWrite = 0 }, costUsd = 0) {
      spentUsd += costUsd;
      spentTokens += input + output + cacheRead + cacheWrite;
    },
  };
}
