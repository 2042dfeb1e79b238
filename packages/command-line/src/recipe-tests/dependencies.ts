import type { Machine } from "@skein/host";
import { namedRecipe } from "@skein/host/recipes";
import { ConfigError } from "@skein/protocol";
import type { TestCase } from "@skein/recipes/tests";
import type { ReadRecipe } from "@skein/recipes";

/** For each test file the files that decide how its cases come out, itself among them; absolute. */
export type Dependencies = ReadonlyMap<string, ReadonlySet<string>>;

export async function dependenciesOf(
  machine: Machine,
  files: readonly string[],
  cases: readonly TestCase[],
  cwd: string,
): Promise<Dependencies> {
  const found = files.map(async (file) => {
    const own = cases.filter((test) => test.file === file);
    const recipes = [...new Set(own.map(({ recipe }) => recipe))];
    const parts = await Promise.all(recipes.map((recipe) => recipeFiles(machine, recipe, cwd)));
    const models = own.flatMap(({ model }) =>
      "script" in model ? [model.script] : "tape" in model ? [model.tape] : [],
    );
    return [file, new Set([file, ...recipes, ...parts.flat(), ...models])] as const;
  });
  return new Map(await Promise.all(found));
}

async function recipeFiles(machine: Machine, recipe: string, cwd: string): Promise<readonly string[]> {
  try {
    return filesOf((await namedRecipe(machine, recipe, cwd)).read);
  } catch (error) {
    if (ConfigError.is(error)) return [];
    throw error;
  }
}

/** A recipe, what it includes, and its sub-recipes with what they include. A recipe does not contain itself. */
function filesOf({ source, templates, subRecipes }: ReadRecipe): readonly string[] {
  return [
    ...(source.file === undefined ? [] : [source.file]),
    ...templates.flatMap(({ file }) => file ?? []),
    ...subRecipes.flatMap(({ file, read }) => (read ? filesOf(read) : (file ?? []))),
  ];
}
