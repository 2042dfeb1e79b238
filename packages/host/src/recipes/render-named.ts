import { ConfigError } from "@skein/protocol";
import { parameterValues, renderRecipe, type Recipe } from "@skein/recipes";
import { cannotRun, filesFor, type NamedRecipe } from "./named-recipe.ts";

/**
 * The recipe with these values. Throws `ConfigError` with all that is wrong with it then.
 *
 * @param given - checked by `givenValues`, and with what was asked for.
 */
export async function renderNamed(
  named: NamedRecipe,
  given: Readonly<Record<string, string>>,
  cwd: string,
): Promise<{ readonly recipe: Recipe; readonly text: string }> {
  const { values } = await parameterValues(named.read.parameters, given, { cwd });
  const { problems, recipe, text } = await renderRecipe(named.read, values, { files: filesFor(named.found) });
  if (recipe && text !== undefined) return { recipe, text };
  throw problems.length > 0
    ? cannotRun(named, problems, cwd)
    : new ConfigError("usage", `The recipe ${named.word} cannot be filled in.`);
}
