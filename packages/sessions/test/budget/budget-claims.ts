import type { BudgetClaim, Reservation } from "@skein/protocol";
import { never } from "@skein/test-kit";
import { createBudget, type SpendingLimit } from "../../src/budget/index.ts";

/** A dollar per token; input and output together: 2 tokens, $2. */
export const dollarClaim: BudgetClaim = {
  provider: "p",
  model: "m",
  inputTokens: 1,
  outputTokens: 1,
  leastOutputTokens: 1,
  price: { input: 1_000_000, output: 1_000_000 },
};

/** Reserves the claim. Throws if a limit refuses it. */
export async function reserve(
  limits: readonly SpendingLimit[],
  claim: Partial<BudgetClaim> = {},
): Promise<Reservation> {
  const answer = await createBudget(limits).reserve({ ...dollarClaim, ...claim }, never);
  if ("refused" in answer) throw new Error(answer.refused.message);
  return answer;
}
