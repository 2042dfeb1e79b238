import { exitCodes } from "@skein/protocol";
import { describePlace, hasNoErrors, listRecipes, type ListedRecipe } from "@skein/runtime/recipes";
import { findOptions } from "@skein/host/recipes";
import { thisMachine } from "../../machine.ts";
import { shortFolder } from "@skein/terminal";
import { table, widthOf } from "@skein/terminal";
import { note, printJson, warn } from "../../print.ts";
import { defineCommand } from "../../arguments/define-command.ts";
import { jsonFlag } from "../../arguments/common-flags.ts";

export const main = defineCommand({
  name: "recipe list",
  help: {
    title: "the recipes that have a name here",
    usage: ["[flags]"],
    text: `Looked for, in this order: in this folder; in .skein/recipes, .goose/recipes and .agents/recipes here and above, up to
the root of the repository; in SKEIN_RECIPE_PATH and GOOSE_RECIPE_PATH; in your own recipes folder; where Goose keeps
its recipes; in the repository on GitHub that SKEIN_RECIPE_GITHUB_REPO names. The first of a name counts.`,
    examples: ["skein recipe list", "skein recipe list --json"],
  },
  flags: { json: jsonFlag },
  run: async (flags) => {
    const { recipes, notices } = await listRecipes(findOptions(thisMachine(), process.cwd()));
    if (flags.json) {
      printJson({ recipes, notices });
      return exitCodes.done;
    }
    for (const notice of notices) warn(notice);
    if (recipes.length === 0) note("There is no recipe. `skein recipe new NAME` begins one.");
    else process.stdout.write(table(columns, recipes.map(row), widthOf(process.stdout)));
    return exitCodes.done;
  },
});

const columns = [{ title: "NAME" }, { title: "FROM" }, { title: "TITLE" }];

function row({ name, title = "", from, shadowedBy, problems }: ListedRecipe): readonly string[] {
  const place = describePlace({ ...from, where: shortFolder(from.where) });
  if (shadowedBy !== undefined) return [name, place, `${title} (${shortFolder(shadowedBy)} counts)`];
  return [
    name,
    place,
    hasNoErrors(problems) ? title : `${title} (cannot run: skein recipe validate ${name})`,
  ];
}
