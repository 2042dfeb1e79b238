import { keyValues } from "@skein/command-line";
import { runFlags } from "@skein/command-line/flags";
import { recipeYaml } from "@skein/recipes";
import { givenValues, renderNamed, usableRecipe } from "@skein/host/recipes";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { warn } from "../../print.ts";
import { cleanText } from "@skein/terminal";
import { needsRecipe } from "../needs-recipe.ts";

export const main = defineCommand({
  name: "recipe render",
  help: {
    title: "a recipe's text with the values filled in",
    usage: ["RECIPE [--params KEY=VALUE…]"],
    text: "What would run: YAML, without templates and parameters. Asks for nothing; a missing value is an error.",
    examples: ["skein recipe render tidy.yaml --params folder=src"],
  },
  flags: { params: runFlags.params },
  ...needsRecipe,
  run: async (flags, [word]) => {
    await printRendered(word, flags.params ?? []);
  },
});

/** Throws `ConfigError` for what cannot be filled in. */
export async function printRendered(
  word: string,
  params: readonly string[],
  cwd = process.cwd(),
): Promise<void> {
  const named = await usableRecipe(thisMachine(), word, cwd);
  const { values } = await givenValues(named, keyValues("params", params), { cwd, canAsk: false, warn });
  const { recipe } = await renderNamed(named, values, cwd);
  // Its parameters have their values: there is nothing left to declare.
  const text = await recipeYaml({ ...recipe, parameters: [] });
  // For a file it is as it is; a terminal gets nothing that it would obey.
  process.stdout.write(process.stdout.isTTY ? cleanText(text) : text);
}
