import { keyValues } from "@skein/command-line";
import { jsonFlag, runFlags } from "@skein/command-line/flags";
import { planText } from "@skein/recipes";
import { planNamed } from "@skein/command-line/recipes";
import { usableRecipe } from "@skein/host/recipes";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { knownProviders, learnProviders, loadersTelling } from "../../providers.ts";
import { print, printJson, warn } from "../../print.ts";
import { needsRecipe } from "../needs-recipe.ts";

export const main = defineCommand({
  name: "recipe plan",
  help: {
    title: "what a run of a recipe would use, without asking a model",
    usage: ["RECIPE [--params KEY=VALUE…] [flags]"],
    text: `Models, tools, commands word for word, secrets that are there or missing, rights, sub-recipes, checks, limits, and
between what it can cost. The size of the first request is an estimate.`,
    examples: [
      "skein recipe plan tidy.yaml --params folder=src",
      "skein recipe plan tidy.yaml --model ID --json",
    ],
  },
  flags: {
    params: runFlags.params,
    provider: runFlags.provider,
    model: runFlags.model,
    mode: runFlags.mode,
    json: jsonFlag,
  },
  ...needsRecipe,
  run: async (flags, [word]) => {
    const cwd = process.cwd();
    const named = await usableRecipe(thisMachine(), word, cwd);
    (await learnProviders(cwd)).forEach(warn);
    const { provider, model, mode } = flags;
    const plan = await planNamed(thisMachine(), named, {
      cwd,
      params: keyValues("params", flags.params ?? []),
      overrides: { provider, model, mode },
      providers: { known: knownProviders, loaders: loadersTelling({ say: () => undefined }) },
      warn,
    });
    if (flags.json) printJson(plan);
    else planText(plan).forEach(print);
  },
});
