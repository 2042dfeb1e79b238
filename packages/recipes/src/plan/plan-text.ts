import { titledLines } from "@skein/protocol";
import { commandLines, textLines } from "../render/command-lines.ts";
import type { CostRange } from "./cost-range.ts";
import type { PlannedExtension, PlannedSubRecipe, RecipePlan } from "./plan-recipe.ts";

/** A plan in lines for a terminal. Its texts are somebody else's: filter them where they are shown. */
export function planText(plan: RecipePlan): readonly string[] {
  const { rights, budget, cost } = plan;
  return [
    `Plan: ${plan.title}`,
    ...titledLines(
      "Models, tried in order",
      plan.models.map(({ provider, model, isPriceKnown }) => {
        const name = provider === undefined ? model : `${provider}/${model}`;
        return isPriceKnown ? name : `${name} (price unknown)`;
      }),
    ),
    ...titledLines("Extensions and their tools", plan.extensions.map(extensionLine)),
    ...titledLines("Runs and connects to", plan.commands.flatMap(commandLines)),
    ...titledLines(
      "Secrets",
      plan.secrets.map(({ name, isThere }) => `${name} (${isThere ? "set" : "missing"})`),
    ),
    ...titledLines("Rights", [
      `mode ${rights.mode}`,
      ...rights.rules.map(({ tool, verdict }) => `${tool}: ${verdict}`),
    ]),
    ...titledLines(
      "Sub-recipes",
      plan.subRecipes.flatMap((each) => tree(each)),
    ),
    ...titledLines("Checks", checkLines(plan)),
    ...titledLines("Limits", [
      `${plan.maxTurns} turns per try`,
      ...(budget.maxTokens === undefined ? [] : [`${budget.maxTokens} tokens`]),
      ...(budget.maxCostUsd === undefined ? [] : [dollars(budget.maxCostUsd)]),
      ...(budget.maxTimeMs === undefined ? [] : [`${budget.maxTimeMs / 1000} s`]),
    ]),
    ...titledLines("Cost", costLines(cost)),
  ];
}

function extensionLine({ name, type, tools }: PlannedExtension): string {
  const known =
    tools === undefined
      ? "tools unknown until it starts"
      : tools.length === 0
        ? "no tools"
        : tools.join(", ");
  return `${name} (${type}): ${known}`;
}

function tree({ name, title, file, repeated, extensions, subRecipes }: PlannedSubRecipe): readonly string[] {
  const shown = title === undefined || title === name ? name : `${name}: ${title}`;
  const notes = [
    repeated === "parallel" ? "calls run at the same time" : "calls run one after another",
    ...(file === undefined ? ["its file depends on a parameter"] : []),
    ...(extensions.length === 0 ? [] : [extensions.map((extension) => extension.name).join(", ")]),
  ];
  return [
    `${shown} (${notes.join("; ")})`,
    ...subRecipes.flatMap((each) => tree(each).map((line) => `  ${line}`)),
  ];
}

function checkLines({ checks, maxRetries, hasResponseSchema }: RecipePlan): readonly string[] {
  return [
    ...checks.flatMap(textLines),
    ...(hasResponseSchema ? ["the result fits the response schema"] : []),
    ...(checks.length === 0 ? [] : [`up to ${maxRetries} more ${maxRetries === 1 ? "try" : "tries"}`]),
  ];
}

const bounds = {
  budget: "the cost budget",
  "token-budget": "the token budget",
  turns: "all turns with a full context window",
};

function costLines({ atLeast, atMost }: CostRange): readonly string[] {
  return [
    atLeast === undefined
      ? "at least: unknown, the price is unknown"
      : `at least ${dollars(atLeast)}, one request`,
    "usd" in atMost
      ? `at most ${dollars(atMost.usd)}, ${bounds[atMost.by]}`
      : `at most: unknown, ${atMost.unknown}`,
  ];
}

function dollars(usd: number): string {
  return `$${usd.toFixed(usd < 0.1 ? 4 : 2)}`;
}
