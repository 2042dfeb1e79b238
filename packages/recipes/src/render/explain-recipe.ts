import type { ReadRecipe } from "../read/reading.ts";
import type { Parameter, Recipe, RecipeExtension } from "../recipe.ts";
import { textLines } from "./command-lines.ts";
import { commandsInRecipe, secretNamesOf } from "./commands-of.ts";

/** What a recipe is, in lines for a terminal. Its texts are somebody else's: filter them where they are shown. */
export function explainRecipe(read: ReadRecipe): readonly string[] {
  const { recipe } = read;
  if (recipe === undefined) return ["The recipe cannot be read."];
  return [
    `Recipe: ${recipe.title}`,
    ...section("Description", recipe.description.trimEnd().split("\n")),
    ...section(
      "Author",
      [recipe.author?.contact, recipe.author?.metadata].filter((text) => text !== undefined),
    ),
    ...section("Parameters", recipe.parameters.map(parameterLine)),
    ...section("Extensions", (recipe.extensions ?? []).map(extensionLine)),
    ...section("Sub-recipes", subRecipeLines(recipe)),
    ...section("Checks", checkLines(recipe)),
    ...section("Result", recipe.responseSchema === undefined ? [] : [resultLine(recipe.responseSchema)]),
    ...section("Model", modelLines(recipe)),
    ...section("Permissions", permissionLines(recipe)),
    ...section("Budget", budgetLines(recipe)),
    ...section("Secrets", secretNamesOf(recipe, read.subRecipes)),
    ...section("Runs and connects to", commandLines(read, recipe)),
    ...section(
      "Includes",
      read.templates.slice(1).map(({ name }) => name),
    ),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`.trimEnd())];
}

function parameterLine({ key, type, requirement, description, options, ...parameter }: Parameter): string {
  const asked = requirement === "user-prompt" ? "asked for" : requirement;
  const fallback =
    parameter.default === undefined
      ? ""
      : `, default ${parameter.default === "" ? "empty" : parameter.default}`;
  const choice = options === undefined ? "" : `, one of ${options.join(", ")}`;
  return `${key} (${type}, ${asked}${fallback}${choice}): ${description}`;
}

function extensionLine({ type, name, description, availableTools }: RecipeExtension): string {
  const tools = availableTools.length === 0 ? "" : `, only ${availableTools.join(", ")}`;
  return `${name} (${type}${tools})${description ? `: ${description}` : ""}`;
}

function subRecipeLines({ subRecipes }: Recipe): readonly string[] {
  return subRecipes.map(({ name, path, values, sequentialWhenRepeated, description }) => {
    const fixed = Object.entries(values).map(([key, value]) => `${key}=${value}`);
    const notes = [path, ...fixed, ...(sequentialWhenRepeated ? ["one after the other"] : [])].join(", ");
    return `${name} (${notes})${description ? `: ${description}` : ""}`;
  });
}

function checkLines({ retry }: Recipe): readonly string[] {
  if (retry === undefined) return [];
  const limit = retry.timeoutSeconds === undefined ? "" : `, ${retry.timeoutSeconds} s each`;
  return [
    ...retry.checks.flatMap(({ command }) => textLines(command)),
    `up to ${retry.maxRetries} more ${retry.maxRetries === 1 ? "try" : "tries"}${limit}`,
    ...(retry.onFailure === undefined ? [] : textLines(`before a new try: ${retry.onFailure}`)),
  ];
}

function resultLine(schema: Readonly<Record<string, unknown>>): string {
  const { properties } = schema;
  const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return names.length === 0 ? "JSON" : `JSON with ${names.join(", ")}`;
}

function modelLines({ models, settings }: Recipe): readonly string[] {
  const named = models.map(({ provider, model }) =>
    provider === undefined ? model : `${provider}/${model}`,
  );
  const set = [settings.provider, settings.model].filter((text) => text !== undefined).join("/");
  return [
    ...(named.length > 0 ? [named.join(", then ")] : set === "" ? [] : [set]),
    ...(settings.temperature === undefined ? [] : [`temperature ${settings.temperature}`]),
    ...(settings.maxTurns === undefined ? [] : [`at most ${settings.maxTurns} turns`]),
  ];
}

function permissionLines({ permissions }: Recipe): readonly string[] {
  if (permissions === undefined) return [];
  const mode = permissions.mode === undefined ? [] : [`mode ${permissions.mode}`];
  return [...mode, ...permissions.rules.map(({ tool, verdict }) => `${tool}: ${verdict}`)];
}

function budgetLines({ budget }: Recipe): readonly string[] {
  if (budget === undefined) return [];
  return [
    ...(budget.maxCostUsd === undefined ? [] : [`$${budget.maxCostUsd}`]),
    ...(budget.maxTokens === undefined ? [] : [`${budget.maxTokens} tokens`]),
    ...(budget.maxTimeMs === undefined ? [] : [`${budget.maxTimeMs / 1000} s`]),
  ];
}

function commandLines({ subRecipes }: ReadRecipe, recipe: Recipe): readonly string[] {
  return commandsInRecipe(recipe, subRecipes)
    .filter(({ kind }) => kind !== "secret")
    .flatMap(({ kind, text }) => textLines(`${kind}: ${text}`));
}
