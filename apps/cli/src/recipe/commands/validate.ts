import { ConfigError, exitCodes } from "@skein/protocol";
import { checkRecipe, problemLines, type CheckedRecipe } from "@skein/host/recipes";
import { thisMachine } from "../../machine.ts";
import { print, printJson, warn } from "../../print.ts";
import { counted } from "@skein/session-view/text";
import { knownProviders, learnProviders } from "../../providers.ts";
import { defineCommand } from "../../arguments/define-command.ts";
import { jsonFlag } from "../../arguments/common-flags.ts";

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
    for (const warning of await learnProviders(cwd)) warn(warning);
    const options = { cwd, strict: flags.strict ?? false, providers: knownProviders };
    const recipes: CheckedRecipe[] = [];
    for (const word of words) recipes.push(await checkRecipe(thisMachine(), word, options));
    if (flags.json) printJson({ recipes });
    else for (const checked of recipes) show(checked, cwd);
    return recipes.every(({ valid }) => valid) ? exitCodes.done : exitCodes.usage;
  },
});

function show({ file, valid, problems }: CheckedRecipe, cwd: string): void {
  for (const problem of problems) for (const line of problemLines(problem, cwd)) print(line);
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const verdict = valid ? "can run" : `cannot run, ${counted(errors, "error")}`;
  print(
    `${file.length > 200 ? `${file.slice(0, 60)}…` : file}: ${verdict}${warnings === 0 ? "" : `, ${counted(warnings, "warning")}`}`,
  );
}
