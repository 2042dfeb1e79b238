import type { RunLimits } from "@skein/protocol";
import type { Recipe } from "@skein/recipes";
import { stricterMode } from "../mode-gate.ts";
import { smallerOf } from "../rights.ts";
import type { SessionSpendingLimit } from "../spending-limit.ts";
import type { Narrowing } from "./narrowed-gate.ts";

/** How a recipe restricts the user's permissions, and warnings about what it asks for in vain. */
export interface RecipeNarrowing {
  readonly narrow: Narrowing | undefined;
  readonly warnings: readonly string[];
}

/** A recipe can only restrict permissions; anything it would add is left out with a warning. */
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

/** The smaller of the user's and the recipe's budget. */
export function recipeBudget({ budget = {} }: Recipe, base: SessionSpendingLimit): SessionSpendingLimit {
  return {
    maxCostUsd: smallerOf(base.maxCostUsd, budget.maxCostUsd),
    maxTokens: smallerOf(base.maxTokens, budget.maxTokens),
  };
}

/** The smaller time limit, and the user's or else the recipe's turn limit. */
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
