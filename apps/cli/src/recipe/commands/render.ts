import { recipeYaml } from "@skein/runtime/recipes";
import { givenValues, renderNamed, usableRecipe } from "@skein/host/recipes";
import { thisMachine } from "../../machine.ts";
import { exitCodes } from "@skein/protocol";
import { parseFlags } from "../../arguments/parse-flags.ts";
import type { Command } from "../../command.ts";
import { note } from "../../session/say.ts";
import { cleanText } from "../../terminal/clean-text.ts";
import { recipeRenderFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { readParams } from "../read-params.ts";
import { requireWord } from "../require-word.ts";

const help = {
  title: "a recipe's text with the values filled in",
  usage: ["RECIPE [--params KEY=VALUE…]"],
  text: "What would run: YAML, without templates and parameters. Nobody is asked; a value that is missing is an error.",
  examples: ["skein recipe render tidy.yaml --params folder=src"],
  flags: recipeRenderFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("recipe render", recipeRenderFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("recipe render", help));
    return exitCodes.done;
  }
  await printRendered(requireWord("render", words), flags.params ?? []);
  return exitCodes.done;
};

/** Throws `ConfigError` for what cannot be filled in. */
export async function printRendered(
  word: string,
  params: readonly string[],
  cwd = process.cwd(),
): Promise<void> {
  const named = await usableRecipe(thisMachine(), word, cwd);
  const warn = (sentence: string) => note(`skein: ${sentence}`);
  const { values } = await givenValues(named, readParams(params), { cwd, canAsk: false, warn });
  const { recipe } = await renderNamed(named, values, cwd);
  // Its parameters have their values: there is nothing left to declare.
  const text = await recipeYaml({ ...recipe, parameters: [] });
  // For a file it is as it is; a terminal gets nothing that it would obey.
  process.stdout.write(process.stdout.isTTY ? cleanText(text) : text);
}
