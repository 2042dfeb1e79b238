import { secretNamesOf, type ReadSubRecipe, type Recipe } from "@skein/recipes";

/** Looks up a secret in the environment or the user's secret store; `undefined` when it is missing. */
export type LookUpSecret = (name: string) => Promise<string | undefined>;

/**
 * Names of the missing secrets of a recipe's extensions, including its sub-recipes', to ask for before
 * anything starts.
 */
export async function missingSecrets(
  recipe: Recipe,
  subRecipes: readonly ReadSubRecipe[],
  secret: LookUpSecret,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const name of secretNamesOf(recipe, subRecipes))
    if ((await secret(name)) === undefined) missing.push(name);
  return missing;
}
