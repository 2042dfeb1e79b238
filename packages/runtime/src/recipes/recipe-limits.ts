import type { RunLimits } from "@skein/protocol";
import type { Recipe } from "@skein/recipes";
import { stricterMode } from "../mode-gate.ts";
import { smallerOf } from "../rights.ts";
import type { SpendingLimit } from "../spending-limit.ts";
import type { Narrowing } from "./narrowed-gate.ts";

/** What a recipe takes away from its user's rights, and what it wants and does not get, in sentences for the user. */
export interface RecipeNarrowing {
  readonly narrow: Narrowing | undefined;
  readonly warnings: readonly string[];
}

/** A recipe only takes away: what it would add is left out, and said. */
export function recipeNarrowing({ permissions }: Recipe, userMode: string): RecipeNarrowing {
  if (!permissions) return { narrow: undefined, warnings: [] };
  const { mode, rules } = permissions;
  const kept = rules.filter(({ verdict }) => verdict !== "allow");
  const allowed = rules.filter(({ verdict }) => verdict === "allow").map(({ tool }) => tool);
  const isMore = mode !== undefined && mode !== userMode && stricterMode(userMode, mode) === userMode;
  const warnings = [
    ...(isMore ? [`The recipe asks for the mode ${mode}. It gets no more than you allow: ${userMode}.`] : []),
    ...(allowed.length === 0
      ? []
      : [
          `The recipe's rules that allow ${allowed.join(", ")} are left out: a recipe can only ask and deny.`,
        ]),
  ];
  if (mode === undefined && kept.length === 0) return { narrow: undefined, warnings };
  return { narrow: { ...(mode === undefined ? {} : { mode }), rules: kept }, warnings };
}

/** The smaller of what the user and the recipe allow to be spent. */
export function recipeBudget({ budget = {} }: Recipe, base: SpendingLimit): SpendingLimit {
  return {
    maxCostUsd: smallerOf(base.maxCostUsd, budget.maxCostUsd),
    maxTokens: smallerOf(base.maxTokens, budget.maxTokens),
  };
}

/** The smaller of both times, and the turns that the user or the recipe says. */
export function recipeLimits(
  { budget = {}, settings }: Recipe,
  base: Partial<RunLimits>,
  saidTurns: number | undefined,
): Partial<RunLimits> {
  const maxTimeMs = smallerOf(base.maxTimeMs, budget.maxTimeMs);
  const maxTurns = saidTurns ?? settings.maxTurns;
  return {
    ...base,
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(maxTimeMs === undefined ? {} : { maxTimeMs }),
  };
}
