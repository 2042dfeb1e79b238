import { readFile } from "node:fs/promises";
import { ConfigError, messageOf } from "@skein/protocol";
import { readRecipe, recipeConsent } from "@skein/recipes";

/**
 * What somebody agrees to who lets a recipe run later: the hash of the recipe, with all that it includes, its
 * sub-recipes and the files that its commands name. Throws `ConfigError` for one that cannot be read or cannot run.
 *
 * @param file - absolute.
 * @param cwd - where it will run; absolute.
 */
export async function scheduledConsent(file: string, cwd: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    throw new ConfigError("unreadable", `The recipe ${file} cannot be read: ${messageOf(cause)}`, { cause });
  }
  const read = await readRecipe({ text, file });
  const problem = read.problems.find(({ severity }) => severity === "error");
  if (!problem) return (await recipeConsent(read, { cwd })).hash;
  throw new ConfigError("usage", `The recipe ${file} cannot run: ${problem.message}`, {
    nextStep: { do: "check-recipe" },
  });
}
