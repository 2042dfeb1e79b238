import { secretNamesOf, type ReadSubRecipe, type Recipe } from "@skein/recipes";

/** From the environment or wherever the user keeps them; `undefined`: it is not there. */
export type LookUpSecret = (name: string) => Promise<string | undefined>;

/**
 * Names of the secrets that a recipe's extensions want and nobody has, also those of its sub-recipes: to be asked for before
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
