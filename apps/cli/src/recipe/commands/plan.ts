import { exitCodes } from "@skein/protocol";
import { planRecipe, planText, secretsOf } from "@skein/runtime/recipes";
import { givenValues, planFacts, renderNamed, usableRecipe } from "@skein/host/recipes";
import { effectiveSettings } from "@skein/host/settings";
import { thisMachine } from "../../machine.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import type { Command } from "../../command.ts";
import { knownProviders, learnProviders, loadersTelling } from "../../providers.ts";
import { note, print, printJson } from "../../session/say.ts";
import { recipePlanFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { readParams } from "../read-params.ts";
import { requireWord } from "../require-word.ts";

const help = {
  title: "what a run of a recipe would use, without asking a model",
  usage: ["RECIPE [--params KEY=VALUE…] [flags]"],
  text: `Models, tools, commands word for word, secrets that are there or missing, rights, sub-recipes, checks, limits, and
between what it can cost. The size of the first request is an estimate.`,
  examples: [
    "skein recipe plan tidy.yaml --params folder=src",
    "skein recipe plan tidy.yaml --model ID --json",
  ],
  flags: recipePlanFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("recipe plan", recipePlanFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("recipe plan", help));
    return exitCodes.done;
  }
  const cwd = process.cwd();
  const named = await usableRecipe(thisMachine(), requireWord("plan", words), cwd);
  const warn = (sentence: string) => note(`skein: ${sentence}`);
  for (const warning of await learnProviders(cwd)) warn(warning);
  const { values } = await givenValues(named, readParams(flags.params ?? []), { cwd, canAsk: false, warn });
  const { recipe } = await renderNamed(named, values, cwd);
  const { subRecipes } = named.read;
  const { provider, model, mode } = flags;
  const settings = await effectiveSettings(thisMachine(), cwd, { provider, model, mode });
  const facts = await planFacts(thisMachine(), {
    recipe,
    secrets: secretsOf(recipe, subRecipes),
    settings,
    providers: { known: knownProviders, loaders: loadersTelling({ say: () => undefined }) },
  });
  const plan = planRecipe(recipe, subRecipes, facts);
  if (flags.json) printJson(plan);
  else for (const line of planText(plan)) print(line);
  return exitCodes.done;
};
