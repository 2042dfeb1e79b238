import { type ModelPrice, permissionModeNames } from "@skein/protocol";
import type { ReadSubRecipe } from "../read/reading.ts";
import type { Recipe, RecipeBudget, RecipeExtension, RecipeModel, RecipePermissions } from "../recipe.ts";
import { commandsInRecipe, secretNamesOf, type RecipeCommand } from "../render/commands-of.ts";
import { costRange, type CostRange } from "./cost-range.ts";

/** What whoever plans knows without starting anything. */
export interface PlanInputs {
  /** The mode and the model that count where the recipe names none. */
  readonly mode: string;
  readonly model: RecipeModel;
  /** Extensions that are on when the recipe does not say which. */
  readonly extensions: readonly string[];
  /** Names of an extension's tools; `undefined` when only starting it would tell. */
  readonly toolsOf: (extension: string) => readonly string[] | undefined;
  readonly hasSecret: (name: string) => boolean;
  /** `undefined`: nothing is known of that model. */
  readonly factsOf: (model: RecipeModel) => PlannedModelLimits | undefined;
  /** Tokens of the first request, with system prompt and tools, as far as known. */
  readonly requestTokens: number;
  /** That a run may have where the recipe does not say. */
  readonly maxTurns: number;
}

export interface PlannedModelLimits {
  readonly price?: ModelPrice;
  readonly contextTokens?: number;
  readonly outputTokens?: number;
}

/** What a recipe would use, without asking a model. */
export interface RecipePlan {
  readonly title: string;
  readonly extensions: readonly PlannedExtension[];
  /** Programs, addresses and variables, word for word, those of sub-recipes too. */
  readonly commands: readonly RecipeCommand[];
  readonly secrets: readonly { readonly name: string; readonly isThere: boolean }[];
  readonly rights: { readonly mode: string; readonly rules: RecipePermissions["rules"] };
  readonly subRecipes: readonly PlannedSubRecipe[];
  readonly checks: readonly string[];
  /** Tries after the first. */
  readonly maxRetries: number;
  readonly hasResponseSchema: boolean;
  readonly budget: RecipeBudget;
  /** Tried in order. */
  readonly models: readonly PlannedModel[];
  /** Of one try. */
  readonly maxTurns: number;
  readonly cost: CostRange;
}

export interface PlannedExtension {
  readonly name: string;
  readonly type: RecipeExtension["type"];
  /** Those that the recipe leaves on; absent when only starting it would tell. */
  readonly tools?: readonly string[];
}

export interface PlannedModel extends RecipeModel {
  readonly isPriceKnown: boolean;
}

export interface PlannedSubRecipe {
  readonly name: string;
  /** Absent when a parameter decides which file it is. */
  readonly file?: string;
  readonly title?: string;
  /** Calls of it run at the same time, unless it says that they wait for each other. */
  readonly repeated: "parallel" | "sequential";
  readonly extensions: readonly PlannedExtension[];
  readonly subRecipes: readonly PlannedSubRecipe[];
}

/**
 * @param recipe - rendered.
 * @param subRecipes - of the recipe as it was read.
 */
export function planRecipe(
  recipe: Recipe,
  subRecipes: readonly ReadSubRecipe[],
  facts: PlanInputs,
): RecipePlan {
  const { permissions, retry, budget = {} } = recipe;
  const models = modelsOf(recipe, facts.model);
  const maxTurns = Math.min(recipe.settings.maxTurns ?? facts.maxTurns, facts.maxTurns);
  const maxRetries = retry?.maxRetries ?? 0;
  return {
    title: recipe.title,
    extensions: extensionsOf(recipe, facts),
    commands: commandsInRecipe(recipe, subRecipes).filter(({ kind }) => kind !== "secret"),
    secrets: secretNamesOf(recipe, subRecipes).map((name) => ({ name, isThere: facts.hasSecret(name) })),
    rights: { mode: narrower(facts.mode, permissions?.mode), rules: permissions?.rules ?? [] },
    subRecipes: planned(recipe, subRecipes, facts),
    checks: retry?.checks.map(({ command }) => command) ?? [],
    maxRetries,
    hasResponseSchema: recipe.responseSchema !== undefined,
    budget,
    models: models.map((model) => ({ ...model, isPriceKnown: facts.factsOf(model)?.price !== undefined })),
    maxTurns,
    cost: costRange({
      models: models.map((model) => facts.factsOf(model)),
      requestTokens: facts.requestTokens,
      requests: maxTurns * (maxRetries + 1),
      hasSubRecipes: recipe.subRecipes.length > 0,
      budget,
    }),
  };
}

/** A recipe can only narrow what its user allows. */
function narrower(mode: string, wanted: string | undefined): string {
  return wanted === undefined || freedomOf(wanted) < freedomOf(mode) ? mode : wanted;
}

function freedomOf(mode: string): number {
  return (permissionModeNames as readonly string[]).indexOf(mode);
}

function modelsOf({ models, settings }: Recipe, other: RecipeModel): readonly RecipeModel[] {
  if (models.length > 0) return models;
  const { provider = other.provider, model = other.model } = settings;
  return [provider === undefined ? { model } : { provider, model }];
}

function extensionsOf({ extensions }: Recipe, facts: PlanInputs): readonly PlannedExtension[] {
  if (!extensions) return facts.extensions.map((name) => withTools({ name, type: "builtin" }, [], facts));
  return extensions.map((extension) => withTools(extension, extension.availableTools, facts));
}

function withTools(
  { name, type }: Pick<RecipeExtension, "name" | "type">,
  only: readonly string[],
  facts: PlanInputs,
): PlannedExtension {
  const known = facts.toolsOf(name);
  if (known === undefined) return only.length === 0 ? { name, type } : { name, type, tools: only };
  return { name, type, tools: only.length === 0 ? known : known.filter((tool) => only.includes(tool)) };
}

function planned(
  { subRecipes }: Pick<Recipe, "subRecipes">,
  read: readonly ReadSubRecipe[],
  facts: PlanInputs,
): readonly PlannedSubRecipe[] {
  return subRecipes.map(({ name, sequentialWhenRepeated }, at) => {
    const found = read[at];
    const recipe = found?.read?.recipe;
    return {
      name,
      ...(found?.file === undefined ? {} : { file: found.file }),
      ...(recipe ? { title: recipe.title } : {}),
      repeated: sequentialWhenRepeated ? "sequential" : "parallel",
      extensions: recipe ? extensionsOf(recipe, facts) : [],
      subRecipes: recipe && found?.read ? planned(recipe, found.read.subRecipes, facts) : [],
    };
  });
}
