import { costOf, type Budget, type BudgetEstimate } from "@skein/protocol";

export interface SpendingLimit {
  /** US dollars. */
  readonly maxCostUsd?: number | undefined;
  /** Input, output and cached tokens together. */
  readonly maxTokens?: number | undefined;
}

/**
 * What an agent may spend together with its subagents. A call that is expected to exceed it is refused before it is
 * made, with what calls under way are expected to take set aside; the expectation is an estimate, so that the last call
 * may go over it by what its answer is longer. When prices are unknown a cost limit refuses every call, because nobody
 * could keep it.
 */
export function spendingLimit({ maxCostUsd, maxTokens }: SpendingLimit): Budget | undefined {
  if (maxCostUsd === undefined && maxTokens === undefined) return undefined;
  let [spentUsd, spentTokens] = [0, 0];
  /** One for each call under way. Which call it is of does not matter: the sum is right when the last has ended. */
  const aside: Expected[] = [];

  return {
    reserve(estimate) {
      const next = expectedOf(estimate);
      const held = aside.reduce(sumOf, nothing);
      const expected = sumOf(held, next);
      if (maxTokens !== undefined && spentTokens + expected.tokens > maxTokens) {
        const others = held.tokens === 0 ? "" : ` and about ${held.tokens} are set aside for calls under way`;
        return {
          refused: `The next call could take about ${next.tokens} tokens; ${spentTokens} of ${maxTokens} are used${others}.`,
        };
      }
      if (maxCostUsd !== undefined) {
        if (next.usd === undefined || expected.usd === undefined) {
          return { refused: "The model's prices are unknown, so a cost limit cannot be kept." };
        }
        if (spentUsd + expected.usd > maxCostUsd) {
          const others = held.usd ? ` and about ${dollars(held.usd)} set aside for calls under way` : "";
          return {
            refused: `The next call could cost about ${dollars(next.usd)}; ${dollars(spentUsd)} of $${maxCostUsd} are spent${others}.`,
          };
        }
      }
      aside.push(next);
      return {};
    },
    settle({ input = 0, output = 0, cacheRead = 0, cacheWrite = 0 }, costUsd = 0) {
      aside.shift();
      spentUsd += costUsd;
      spentTokens += input + output + cacheRead + cacheWrite;
    },
  };
}

/** Both must agree, and both count. */
export function bothLimits(one: Budget, other: Budget): Budget {
  return {
    reserve(estimate) {
      const first = one.reserve(estimate);
      if (first.refused !== undefined) return first;
      const second = other.reserve(estimate);
      if (second.refused !== undefined) one.settle({}, undefined);
      return second;
    },
    settle(usage, costUsd) {
      one.settle(usage, costUsd);
      other.settle(usage, costUsd);
    },
  };
}

interface Expected {
  readonly tokens: number;
  /** US dollars; `undefined` when prices are unknown. */
  readonly usd: number | undefined;
}

const nothing: Expected = { tokens: 0, usd: 0 };

function expectedOf({ inputTokens, outputTokens, price }: BudgetEstimate): Expected {
  const usage = { input: inputTokens, output: outputTokens, cacheRead: 0, cacheWrite: 0 };
  return { tokens: inputTokens + outputTokens, usd: costOf(usage, price) };
}

function sumOf(one: Expected, other: Expected): Expected {
  const usd = one.usd === undefined || other.usd === undefined ? undefined : one.usd + other.usd;
  return { tokens: one.tokens + other.tokens, usd };
}

function dollars(usd: number): string {
  return `$${usd.toFixed(4)}`;
}
