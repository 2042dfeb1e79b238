import { expect } from "vitest";
import { parameterValues, readRecipe, renderRecipe, type Recipe, type RecipeProblem } from "../src/index.ts";

/** The lines of a recipe without its head. */
export function recipeText(lines: string): string {
  return `title: T\ndescription: d\n${lines}`;
}

/** `parameters:` with these, all required. */
export function parametersText(types: Readonly<Record<string, string>>): string {
  const items = Object.entries(types).map(
    ([key, type]) => `  - { key: ${key}, input_type: ${type}, requirement: required, description: d }\n`,
  );
  return `parameters:\n${items.join("")}`;
}

export async function problemsOf(text: string): Promise<readonly RecipeProblem[]> {
  return (await readRecipe({ text, folder: "/nowhere" })).problems;
}

/** Read, filled in, and without any problem. */
export async function filled(
  text: string,
  given: Readonly<Record<string, string>> = {},
  folder = "/nowhere",
): Promise<Recipe> {
  const read = await readRecipe({ text, folder });
  expect(read.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  const { problems, values } = await parameterValues(read.parameters, given, { cwd: folder });
  expect(problems).toEqual([]);
  const rendered = await renderRecipe(read, values);
  expect(rendered.problems).toEqual([]);
  return rendered.recipe as Recipe;
}
