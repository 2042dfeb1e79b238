import { exitCodes } from "@skein/protocol";
import { usableRecipe } from "@skein/host/recipes";
import { workingFolder } from "../arguments/working-folder.ts";
import { thisMachine } from "../machine.ts";
import { print } from "../print.ts";
import { explained } from "./commands/explain.ts";
import { printRendered } from "./commands/render.ts";

/** `--explain` and `--render-recipe` of a run: the recipe, and nothing is run. @returns the exit code. */
export async function showRecipe(
  word: string,
  flags: { readonly explain?: boolean; readonly params?: readonly string[]; readonly cwd?: string },
): Promise<number> {
  if (flags.explain) {
    const cwd = process.cwd();
    const named = await usableRecipe(thisMachine(), word, cwd);
    for (const line of await explained(named, { cwd, folder: workingFolder(flags.cwd) })) print(line);
  } else await printRendered(word, flags.params ?? []);
  return exitCodes.done;
}
