import { keyValues } from "@skein/command-line";
import { jsonFlag } from "@skein/command-line/flags";
import { recipeLink } from "@skein/command-line/recipes";
import { usableRecipe } from "@skein/host/recipes";
import { openLink } from "@skein/terminal/open-page";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { note, print, printJson } from "../../print.ts";
import { needsRecipe } from "../needs-recipe.ts";

export const main = defineCommand({
  name: "recipe deeplink",
  help: {
    title: "a link that holds a recipe",
    usage: ["RECIPE [flags]"],
    text: `The whole recipe is in the link, but no other file: sub-recipes and what it includes are not. Whoever gets it runs it
with skein run --recipe LINK, and is shown all of it first.`,
    examples: [
      "skein recipe deeplink tidy.yaml --params folder=src",
      "skein recipe deeplink tidy.yaml --goose --open",
    ],
  },
  flags: {
    params: { value: "KEY=VALUE", repeatable: true, description: "A value that comes with the link" },
    goose: { description: "goose://recipe… instead of skein://recipe…" },
    open: { description: "Also have the system open it" },
    json: jsonFlag,
  },
  ...needsRecipe,
  run: async (flags, [word]) => {
    const named = await usableRecipe(thisMachine(), word, process.cwd());
    const { link, unknown, known } = await recipeLink(named, {
      scheme: flags.goose ? "goose" : "skein",
      values: keyValues("params", flags.params ?? []),
    });
    for (const key of unknown) note(`skein: The recipe has no parameter ${key}; known: ${known.join(", ")}.`);
    if (flags.json) printJson({ link });
    else print(link);
    if (flags.open) await openLink(link, process.platform);
  },
});
