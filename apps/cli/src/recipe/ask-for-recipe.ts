import { keyValues, workingFolder } from "@skein/command-line";
import type { Parsed } from "@skein/command-line";
import type { runFlags } from "@skein/command-line/flags";
import type { Host } from "@skein/host";
import type { OpenedRecipe } from "@skein/host/recipes";
import { promptsHere } from "../prompts.ts";
import { readHashes } from "./read-hashes.ts";
import { originLine, recipeQuestions } from "@skein/terminal-chat/recipes";

type RecipeFlags = Pick<Parsed<typeof runFlags>, "recipe" | "cwd" | "params" | "sub-recipe" | "trust-hash">;

export interface AskForRecipeOptions {
  /** Whether somebody sits there to be asked. */
  readonly canAsk: boolean;
  /** Gets what may be left out when it has to be quiet. */
  readonly note: (sentence: string) => void;
}

/**
 * The recipe that the flags name, with what is missing asked for in the terminal. Throws `ConfigError` and `NotStartedError`.
 */
export async function askForRecipe(
  { openRecipe }: Pick<Host, "openRecipe">,
  flags: RecipeFlags,
  { canAsk, note }: AskForRecipeOptions,
): Promise<OpenedRecipe> {
  const cwd = process.cwd();
  const wish = {
    recipe: flags.recipe ?? "",
    cwd,
    folder: workingFolder(flags.cwd),
    trustHashes: readHashes(flags["trust-hash"]),
    params: keyValues("params", flags.params ?? []),
    subRecipes: flags["sub-recipe"] ?? [],
  };
  return openRecipe(wish, {
    ask: canAsk ? recipeQuestions(await promptsHere(), cwd) : undefined,
    onFound: (named) => note(originLine(named, cwd)),
  });
}
