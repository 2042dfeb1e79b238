import { planRecipe, planText, secretNamesOf } from "@skein/runtime/recipes";
import { givenValues, planFacts, renderNamed, usableRecipe } from "@skein/host/recipes";
import { effectiveSettings } from "@skein/host/settings";
import { thisMachine } from "../../machine.ts";
import { knownProviders, learnProviders, loadersTelling } from "../../providers.ts";
import { print, printJson, warn } from "../../print.ts";
import { readParams } from "../read-params.ts";
import { requireWord } from "../require-word.ts";
import { defineCommand } from "../../arguments/define-command.ts";
import { jsonFlag } from "../../arguments/common-flags.ts";
import { runFlags } from "../../arguments/flags.ts";

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
  words: 1,
  suggests: "recipes",
  run: async (flags, words) => {
    const cwd = process.cwd();
    const named = await usableRecipe(thisMachine(), requireWord("plan", words), cwd);
    for (const warning of await learnProviders(cwd)) warn(warning);
    const { values } = await givenValues(named, readParams(flags.params ?? []), { cwd, canAsk: false, warn });
    const { recipe } = await renderNamed(named, values, cwd);
    const { subRecipes } = named.read;
    const { provider, model, mode } = flags;
    const settings = await effectiveSettings(thisMachine(), cwd, { provider, model, mode });
    const facts = await planFacts(thisMachine(), {
      recipe,
      secrets: secretNamesOf(recipe, subRecipes),
      settings,
      providers: { known: knownProviders, loaders: loadersTelling({ say: () => undefined }) },
    });
    const plan = planRecipe(recipe, subRecipes, facts);
    if (flags.json) printJson(plan);
    else for (const line of planText(plan)) print(line);
  },
});
