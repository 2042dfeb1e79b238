import { jsonFlag } from "@skein/command-line/flags";
import { listRecipes } from "@skein/recipes";
import { findOptions } from "@skein/host/recipes";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { widthOf } from "@skein/terminal/table";
import { recipeTable } from "@skein/terminal-chat/recipes";
import { note, printJson, warn } from "../../print.ts";

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
    if (flags.json) return printJson({ recipes, notices });
    notices.forEach(warn);
    if (recipes.length === 0) return note("There is no recipe. `skein recipe new NAME` begins one.");
    const look = { width: widthOf(process.stdout), check: (name: string) => `skein recipe validate ${name}` };
    process.stdout.write(recipeTable(recipes, look));
  },
});
