import { exitCodes } from "@skein/protocol";
import { printExplained } from "./commands/explain.ts";
import { printRendered } from "./commands/render.ts";

/** `--explain` and `--render-recipe` of a run: the recipe, and nothing is run. @returns the exit code. */
export async function showRecipe(
  word: string,
  flags: { readonly explain?: boolean; readonly params?: readonly string[]; readonly cwd?: string },
): Promise<number> {
  if (flags.explain) await printExplained(word, { cwd: flags.cwd });
  else await printRendered(word, flags.params ?? []);
  return exitCodes.done;
}
