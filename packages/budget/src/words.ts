import type { BudgetClaim, OutcomeError } from "@skein/protocol";
import type { SpendingAmount, LimitState } from "./spending-limit.ts";

const names: Readonly<Record<string, string>> = {
  session: "this session",
  agent: "this subagent",
};

/** @param least - the lowest worst case of the call. */
export function refusal(limit: LimitState, claim: BudgetClaim, least: SpendingAmount): OutcomeError {
  const { name, spent, maxCostUsd, maxTokens, place = placeOf(name) } = limit;
  const isCost = maxCostUsd !== undefined && spent.usd + least.usd > maxCostUsd;
  const about = spent.isEstimate ? "at most " : "";
  const words = isCost
    ? `could cost ${dollars(least.usd)} or more with ${claim.inputTokens} bytes of input; ${about}${dollars(spent.usd)} of $${maxCostUsd}`
    : `could take ${least.tokens} tokens or more; ${about}${spent.tokens} of ${maxTokens}`;
  const used = isCost ? "are spent" : "are used";
  return {
    code: name === "session" || name === "agent" ? "budget" : `budget-${name}`,
    message: `The next model call was not made: it ${words} ${used} ${place}.`,
    hint: limit.frees,
  };
}

function placeOf(name: string): string {
  if (name === "day") return "today, and budget.day does not allow more";
  if (name === "project") return "in this project, and budget.project does not allow more";
  return `by ${names[name] ?? name} with its subagents`;
}

function dollars(usd: number): string {
  return `$${usd.toFixed(4)}`;
}
