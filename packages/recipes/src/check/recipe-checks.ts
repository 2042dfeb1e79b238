import type { RecipeExtension, SubRecipe } from "../recipe.ts";
import { isTemplate } from "../read/plain-value.ts";
import { report, type Findings } from "../read/findings.ts";
import type { Recipe } from "../recipe.ts";
import { schemaFault } from "./response-schema.ts";

/**
 * What can be said of a recipe alone.
 *
 * @param prefix - `recipe.` where it is wrapped, otherwise empty.
 */
export async function checkRecipe(findings: Findings, recipe: Recipe, prefix: string): Promise<void> {
  // With an empty value a prompt may well become empty.
  if (findings.templates && !recipe.prompt?.trim() && !recipe.instructions?.trim()) {
    report(findings, `${prefix}prompt`, {
      code: "no-task",
      message: "The recipe has neither a prompt nor instructions.",
      fix: 'Add "prompt:" with what is to be done.',
    });
  }
  checkNames(findings, recipe.extensions ?? [], `${prefix}extensions`);
  checkNames(findings, recipe.subRecipes, `${prefix}sub_recipes`);
  const { responseSchema } = recipe;
  if (responseSchema === undefined || (findings.templates && isTemplate(JSON.stringify(responseSchema))))
    return;
  const fault = await schemaFault(responseSchema);
  if (fault === undefined) return;
  report(findings, `${prefix}response.json_schema`, {
    code: "bad-schema",
    message: `The response schema is invalid: ${fault}.`,
    fix: "Fix the schema; https://json-schema.org describes the keywords.",
  });
}

/** A second one of a name could never be reached. */
function checkNames(
  findings: Findings,
  things: readonly (RecipeExtension | SubRecipe)[],
  path: string,
): void {
  for (const [index, { name }] of things.entries()) {
    if (things.findIndex((other) => other.name === name) === index || isTemplate(name)) continue;
    report(findings, `${path}[${index}].name`, {
      code: "duplicate-name",
      message: `The name ${name} is already in use.`,
      fix: "Rename or remove one of the two.",
    });
  }
}
