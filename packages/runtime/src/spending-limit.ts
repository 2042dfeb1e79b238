import { createBudget, memoryPot, type LimitedBudget } from "@skein/budget";

export interface SpendingLimit {
  /** US dollars. */
  readonly maxCostUsd?: number | undefined;
  /** Input, output and cached tokens together. */
  readonly maxTokens?: number | undefined;
}

/** What an agent may spend together with its subagents, within what the agent above it may. `undefined`: without limit. */
export function spendingLimit(
  { maxCostUsd, maxTokens }: SpendingLimit,
  above?: LimitedBudget,
): LimitedBudget | undefined {
  if (maxCostUsd === undefined && maxTokens === undefined) return above;
  return createBudget([memoryPot({ name: above ? "agent" : "session", maxCostUsd, maxTokens })], above);
}
