import { costOf, type AttemptModel, type Budget, type ModelRequest } from "@skein/protocol";
import { RunStop } from "./run-stop.ts";

const bytesPerToken = 4;
const outputGuess = 1_000;

/**
 * Sets aside what the next call may cost.
 *
 * @returns US dollars; `undefined` without a budget or when prices are unknown.
 */
export function reserveBudget(
  { budget, model }: { readonly budget: Budget | undefined; readonly model: AttemptModel },
  request: ModelRequest,
): number | undefined {
  if (!budget) return undefined;
  const inputTokens = Math.ceil(JSON.stringify(request).length / bytesPerToken);
  const outputTokens = request.options.maxOutputTokens ?? outputGuess;
  const { refused } = budget.reserve({ inputTokens, outputTokens, price: model.price });
  if (refused !== undefined) throw new RunStop("budget", { code: "budget", message: refused });
  return costOf({ input: inputTokens, output: outputTokens, cacheRead: 0, cacheWrite: 0 }, model.price);
}
