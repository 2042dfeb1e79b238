import { jsonFlag } from "@skein/command-line/flags";
import { ConfigError, exitCodes } from "@skein/protocol";
import { checkRecipe, type CheckedRecipe } from "@skein/command-line/recipes";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { openRedaction } from "../../session/user-redactor.ts";
import { print, printJson, warn } from "../../print.ts";
import { checkedLines } from "@skein/terminal-chat/recipes";
import { knownProviders, learnProviders } from "../../providers.ts";

export const main = defineCommand({
  name: "recipe validate",
  help: {
    title: "all that is wrong with recipes, by line",
    usage: ["FILE… [flags]"],
    text: `Reads them with all that they include and their sub-recipes, and starts nothing. Warnings do not keep a recipe from
running. It ends with 0 when all can run, else with 2.`,
    examples: ["skein recipe validate tidy.yaml", "skein recipe validate recipes/*.yaml --strict --json"],
  },
  flags: {
    strict: { description: "Unknown fields are errors, not warnings" },
    json: jsonFlag,
  },
  words: Infinity,
  suggests: "files",
  run: async (flags, words) => {
    if (words.length === 0) {
      throw new ConfigError("usage", "Which recipe?", { hint: "Name its file: skein recipe validate FILE" });
    }
    const cwd = process.cwd();
    (await learnProviders(cwd)).forEach(warn);
    const options = { cwd, strict: flags.strict ?? false, providers: knownProviders };
    const redact = await openRedaction();
    const recipes: CheckedRecipe[] = [];
    for (const word of words) recipes.push(redact(await checkRecipe(thisMachine(), word, options)));
    if (flags.json) printJson({ recipes });
    else recipes.flatMap((checked) => checkedLines(checked, cwd)).forEach(print);
    return recipes.every(({ valid }) => valid) ? exitCodes.done : exitCodes["not-started"];
  },
});
