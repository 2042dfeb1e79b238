import {
  recipeConsent,
  secretNamesOf,
  type ReadRecipe,
  type Recipe,
  type RecipeCommand,
} from "@skein/recipes";
import { recipeTrust } from "@skein/settings";
import type { Machine } from "../machine.ts";
import type { UsableRecipe } from "./named-recipe.ts";
import { consentFor, type ConsentFolders } from "./recipe-consent.ts";

/** What a recipe is, and what a run of it would start, reach and ask for. */
export interface DescribedRecipe extends Pick<
  Recipe,
  "title" | "description" | "version" | "parameters" | "subRecipes"
> {
  /** Absolute; `null` for a link. */
  readonly file: string | null;
  /** Values that came with a link. */
  readonly values: Readonly<Record<string, string>>;
  readonly extensions: Recipe["extensions"] | null;
  readonly responseSchema: Recipe["responseSchema"] | null;
  readonly commands: readonly RecipeCommand[];
  /** Names of what it and its sub-recipes want. */
  readonly secrets: readonly string[];
  /** `null`: there is nothing to agree to. */
  readonly consent: { readonly sha256: string; readonly isAgreedTo: boolean } | null;
  readonly warnings: ReadRecipe["problems"];
}

/** Nothing of the recipe is run. */
export async function describeRecipe(
  machine: Machine,
  named: UsableRecipe,
  folders: ConsentFolders,
): Promise<DescribedRecipe> {
  const { found, read, recipe } = named;
  const consent = await consentFor(named, folders);
  const store = recipeTrust(machine.directories.data);
  return {
    title: recipe.title,
    description: recipe.description,
    version: recipe.version,
    file: found.file ?? null,
    values: found.values,
    parameters: recipe.parameters,
    extensions: recipe.extensions ?? null,
    subRecipes: recipe.subRecipes,
    responseSchema: recipe.responseSchema ?? null,
    commands: (await recipeConsent(read, { cwd: folders.folder })).commands,
    secrets: secretNamesOf(recipe, read.subRecipes),
    consent: consent ? { sha256: consent.hash, isAgreedTo: await store.has(consent.hash) } : null,
    warnings: read.problems,
  };
}
