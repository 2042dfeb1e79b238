import type { Recipe } from "../../recipe.ts";
import type { RecipeChange } from "../test-case.ts";

/** What a recipe is measured by. */
export type Measures = Pick<Recipe, "retry" | "responseSchema">;

/** A rendered recipe as a mutation wants it. Without a change: the same. */
export function changedRecipe<Changed extends Measures>(
  recipe: Changed,
  change: RecipeChange | undefined,
): Changed {
  if (!change) return recipe;
  const { retry, responseSchema } = recipe;
  const checks = retry?.checks.map((check, at) => {
    const word = change.checks?.[at] ?? "stays";
    return word === "stays" ? check : { ...check, command: word === "passes" ? "exit 0" : "exit 1" };
  });
  // The tool that takes the result has another form for what is no object.
  const any = responseSchema?.["type"] === "object" ? { type: "object" } : {};
  return {
    ...recipe,
    ...(retry && checks ? { retry: { ...retry, checks } } : {}),
    ...(responseSchema && change.anyOutput === true ? { responseSchema: any } : {}),
  };
}
