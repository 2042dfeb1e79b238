import { workingFolder } from "@skein/command-line";
import { jsonFlag } from "@skein/command-line/flags";
import { describeRecipe, usableRecipe } from "@skein/host/recipes";
import { explainedLines } from "@skein/terminal-chat/recipes";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { print, printJson } from "../../print.ts";
import { needsRecipe } from "../needs-recipe.ts";

export const main = defineCommand({
  name: "recipe explain",
  help: {
    title: "what a recipe is, and what it would start",
    usage: ["RECIPE [flags]"],
    text: "It is read and not run. What it runs and reaches is shown word for word, that of its sub-recipes too.",
    examples: ["skein recipe explain tidy.yaml", 'skein recipe explain "goose://recipe?config=…"'],
  },
  flags: {
    cwd: { value: "DIR", description: "Where it is to run; default: here" },
    json: jsonFlag,
  },
  ...needsRecipe,
  run: async (flags, [word]) => {
    await printExplained(word, flags);
  },
});

interface Wanted {
  readonly cwd?: string | undefined;
  readonly json?: boolean;
}

export async function printExplained(word: string, { cwd: folder, json = false }: Wanted): Promise<void> {
  const cwd = process.cwd();
  const named = await usableRecipe(thisMachine(), word, cwd);
  const described = await describeRecipe(thisMachine(), named, { cwd, folder: workingFolder(folder) });
  if (json) printJson(described);
  else explainedLines(named, described).forEach(print);
}
