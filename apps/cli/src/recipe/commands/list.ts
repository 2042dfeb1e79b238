import { exitCodes } from "@skein/protocol";
import { describePlace, isUsable, listRecipes, type ListedRecipe } from "@skein/runtime/recipes";
import { findOptions } from "@skein/host/recipes";
import { thisMachine } from "../../machine.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { shortFolder } from "../../chat/show-path.ts";
import { table, widthOf } from "../../output/table.ts";
import { note, printJson } from "../../session/say.ts";
import { recipeListFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";

const help = {
  title: "the recipes that have a name here",
  usage: ["[flags]"],
  text: `Looked for, in this order: in this folder; in .skein/recipes, .goose/recipes and .agents/recipes here and above, up to
the root of the repository; in SKEIN_RECIPE_PATH and GOOSE_RECIPE_PATH; in your own recipes folder; where Goose keeps
its recipes; in the repository on GitHub that SKEIN_RECIPE_GITHUB_REPO names. The first of a name counts.`,
  examples: ["skein recipe list", "skein recipe list --json"],
  flags: recipeListFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("recipe list", recipeListFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("recipe list", help));
    return exitCodes.done;
  }
  refuseWords("recipe list", words);
  const { recipes, notices } = await listRecipes(findOptions(thisMachine(), process.cwd()));
  if (flags.json) {
    printJson({ recipes, notices });
    return exitCodes.done;
  }
  for (const notice of notices) note(`skein: ${notice}`);
  if (recipes.length === 0) note("There is no recipe. `skein recipe new NAME` begins one.");
  else process.stdout.write(table(columns, recipes.map(row), widthOf(process.stdout)));
  return exitCodes.done;
};

const columns = [{ title: "NAME" }, { title: "FROM" }, { title: "TITLE" }];

function row({ name, title = "", from, shadowedBy, problems }: ListedRecipe): readonly string[] {
  const place = describePlace({ ...from, where: shortFolder(from.where) });
  if (shadowedBy !== undefined) return [name, place, `${title} (${shortFolder(shadowedBy)} counts)`];
  return [name, place, isUsable(problems) ? title : `${title} (cannot run: skein recipe validate ${name})`];
}
