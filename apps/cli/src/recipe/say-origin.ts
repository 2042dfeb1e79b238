import { describePlace } from "@skein/runtime/recipes";
import { oneLine, recipeWord, type UsableRecipe } from "@skein/host/recipes";

/** Which recipe it is that runs: a name may lead to another file than somebody thinks. */
export function originLine({ word, found, recipe }: UsableRecipe, cwd: string): string {
  const { from } = found;
  const title = oneLine(recipe.title);
  if (from.kind === "link") return `Recipe: ${title} (a link)`;
  const place =
    from.kind === "github" ? `${recipeWord(word, found, cwd)}, of ${describePlace(from)}` : undefined;
  return `Recipe: ${title} (${place ?? recipeWord(word, found, cwd)})`;
}
