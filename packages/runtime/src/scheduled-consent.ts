import { ConfigError, messageOf } from "@skein/protocol";
import { readRecipe, readSource, recipeConsent, type RecipeContent } from "@skein/recipes";

/**
 * The hash that the user consents to when scheduling a recipe. It covers the recipe, its includes and
 * sub-recipes, and the files that its commands name. Throws `ConfigError` for a recipe that cannot be read or
 * run.
 *
 * @param file - absolute.
 * @param cwd - its working folder; absolute.
 */
export async function scheduledConsent(file: string, cwd: string): Promise<string> {
  let source: RecipeContent;
  try {
    source = await readSource(file);
  } catch (cause) {
    throw new ConfigError("unreadable", `The recipe ${file} cannot be read: ${messageOf(cause)}`, { cause });
  }
  const read = await readRecipe(source);
  const problem = read.problems.find(({ severity }) => severity === "error");
  if (!problem) return (await recipeConsent(read, { cwd })).hash;
  throw new ConfigError("usage", `The recipe ${file} cannot run: ${problem.message}`, {
    nextStep: { do: "check-recipe" },
  });
}
