import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Machine } from "../machine.ts";
import { namedRecipe } from "../recipes/named-recipe.ts";

/** Whether a word names a recipe, or a file of tests, rather than a project. */
export async function leadsToRecipe(machine: Machine, word: string, cwd: string): Promise<boolean> {
  const path = resolve(cwd, word);
  if (statSync(join(path, ".skein"), { throwIfNoEntry: false })) return false;
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return true;
  // A folder's name may be a recipe's, too, or the folder of one.
  return namedRecipe(machine, word, cwd).then(
    () => true,
    () => false,
  );
}
