import { join } from "node:path";

/** The endings of a recipe's file, in the order they are tried. */
export const recipeEndings = ["yaml", "yml", "json"] as const;

/** A name as people give it to a recipe: no path, no option, nothing that a terminal obeys. */
export function isRecipeName(word: string): boolean {
  return word.length <= 200 && /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_. -]*$/u.test(word) && !word.includes("..");
}

/** Where in a folder the recipe of a name can stand: `NAME.yaml`, then `NAME/recipe.yaml`. */
export function candidates(folder: string, name: string): readonly string[] {
  return [
    ...recipeEndings.map((ending) => join(folder, `${name}.${ending}`)),
    ...recipeEndings.map((ending) => join(folder, name, `recipe.${ending}`)),
  ];
}

/** Whether a file's name can be a recipe's. */
export function isRecipeFile(name: string): boolean {
  return /\.(?:ya?ml|json)$/.test(name) && !/\.test\.(?:ya?ml|json)$/.test(name) && !name.startsWith(".");
}

export function withoutEnding(name: string): string {
  return name.replace(/\.(?:ya?ml|json)$/, "");
}
