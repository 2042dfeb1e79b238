import { costOf, type ModelPrice } from "@skein/protocol";
import type { RecipeBudget } from "../recipe.ts";

/** US dollars. */
export interface CostRange {
  /** One request of the size that is known, from a cache, with an answer of no length; `undefined`: a price is unknown. */
  readonly atLeast: number | undefined;
  readonly atMost: UpperBound;
}

export type UpperBound =
  | { readonly usd: number; readonly by: "budget" | "token-budget" | "turns" }
  /** Why it is unknown, as the end of a sentence. */
  | { readonly unknown: string };

export interface CostQuestion {
  /** The models that may answer; `undefined` for an unknown one. */
  readonly models: readonly (
    | { readonly price?: ModelPrice; readonly contextTokens?: number; readonly outputTokens?: number }
    | undefined
  )[];
  readonly requestTokens: number;
  /** As many as there can be. */
  readonly requests: number;
  readonly hasSubRecipes: boolean;
  readonly budget: RecipeBudget;
}

/** The range of a run's cost in US dollars. What is unknown is reported as unknown, never guessed. */
export function costRange(question: CostQuestion): CostRange {
  const bounds = [costBudget(question), tokenBudget(question), turns(question)];
  const known = bounds.filter((bound) => "usd" in bound).toSorted((one, other) => one.usd - other.usd);
  const why = bounds.findLast((bound) => "unknown" in bound);
  return { atLeast: leastCost(question), atMost: known[0] ?? why ?? { unknown: "nothing limits it" } };
}

function leastCost({ models, requestTokens }: CostQuestion): number | undefined {
  const none = { output: 0, cacheWrite: 0 };
  const costs = models.map((model) => {
    const read = costOf({ ...none, input: 0, cacheRead: requestTokens }, model?.price);
    const fresh = costOf({ ...none, input: requestTokens, cacheRead: 0 }, model?.price);
    return read === undefined || fresh === undefined ? fresh : Math.min(read, fresh);
  });
  const known = costs.filter((cost) => cost !== undefined);
  return known.length === 0 || known.length < costs.length ? undefined : Math.min(...known);
}

function costBudget({ budget }: CostQuestion): UpperBound {
  return budget.maxCostUsd === undefined
    ? { unknown: "the recipe has no cost budget" }
    : { usd: budget.maxCostUsd, by: "budget" };
}

function tokenBudget({ budget, models }: CostQuestion): UpperBound {
  const rate = dearest(models);
  if (budget.maxTokens === undefined) return { unknown: "the recipe has no token budget" };
  if (rate === undefined) return { unknown: "a price is unknown" };
  return { usd: (budget.maxTokens * Math.max(rate.input, rate.output)) / 1_000_000, by: "token-budget" };
}

/** As if each request filled the model's window. */
function turns({ models, requests, hasSubRecipes }: CostQuestion): UpperBound {
  const rate = dearest(models);
  if (rate === undefined) return { unknown: "a price is unknown" };
  if (hasSubRecipes) return { unknown: "sub-recipes may run any number of times" };
  if (models.some((model) => model?.contextTokens === undefined))
    return { unknown: "the context window of a model is unknown" };
  const ofOne = models.map((model) => {
    const { contextTokens = 0, outputTokens = contextTokens } = model ?? {};
    const output = Math.min(outputTokens, contextTokens);
    const input = contextTokens - output;
    // What is not answer is prompt, and whichever is dearer may fill what the two share.
    return Math.max(input * rate.input + output * rate.output, contextTokens * rate.input);
  });
  return { usd: (requests * Math.max(...ofOne)) / 1_000_000, by: "turns" };
}

/** The highest price that any token of any of the models can have; `undefined` when one has none. */
function dearest(
  models: CostQuestion["models"],
): { readonly input: number; readonly output: number } | undefined {
  const prices = models.map((model) => model?.price);
  if (prices.length === 0 || prices.includes(undefined)) return undefined;
  const rates = prices.flatMap((price) => (price ? [price, ...(price.tiers ?? [])] : []));
  return {
    input: Math.max(
      ...rates.flatMap(({ input, cacheRead = 0, cacheWrite = 0 }) => [input, cacheRead, cacheWrite]),
    ),
    output: Math.max(...rates.map(({ output }) => output)),
  };
}
