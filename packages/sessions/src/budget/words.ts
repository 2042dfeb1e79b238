import type { BudgetClaim, OutcomeError } from "@skein/protocol";
import { leftIn, type SpendingAmount, type LimitState } from "./spending-limit.ts";

/** Complete the sentence "$1 of $5 are spent …". */
const places: Readonly<Record<string, string>> = {
  session: "by this session with its subagents",
  agent: "by this subagent with its subagents",
  day: "today, and budget.day does not allow more",
  project: "in this project, and budget.project does not allow more",
};

/** @param least - the lowest worst case of the call. */
export function refusal(limit: LimitState, claim: BudgetClaim, least: SpendingAmount): OutcomeError {
  const {
    name,
    spent,
    maxCostUsd,
    maxTokens,
    place = places[name] ?? `by ${name} with its subagents`,
  } = limit;
  const isCost = least.usd > leftIn(limit).later.usd;
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

function dollars(usd: number): string {
  return `$${usd.toFixed(4)}`;
}
