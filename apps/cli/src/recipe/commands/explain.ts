import { exitCodes } from "@skein/protocol";
import { explainRecipe, recipeConsent, secretsOf } from "@skein/runtime/recipes";
import { directories, recipeTrust } from "@skein/settings";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { workingFolder } from "../../arguments/run-settings.ts";
import type { Command } from "../../command.ts";
import { print, printJson } from "../../session/say.ts";
import { consentFor, namedLines } from "../consent.ts";
import { recipeExplainFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { usableRecipe, type UsableRecipe } from "../named-recipe.ts";
import { requireWord } from "../require-word.ts";

const help = {
  title: "what a recipe is, and what it would start",
  usage: ["RECIPE [flags]"],
  text: "It is read and not run. What it runs and reaches is shown word for word, that of its sub-recipes too.",
  examples: ["skein recipe explain tidy.yaml", 'skein recipe explain "goose://recipe?config=…"'],
  flags: recipeExplainFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("recipe explain", recipeExplainFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("recipe explain", help));
    return exitCodes.done;
  }
  const named = await usableRecipe(requireWord("explain", words), process.cwd());
  const folder = workingFolder(flags.cwd);
  if (flags.json) printJson(await described(named, folder));
  else for (const line of await explained(named, folder)) print(line);
  return exitCodes.done;
};

/**
 * In lines, with what somebody has to agree to.
 *
 * @param folder - where it would run; absolute.
 */
export async function explained(named: UsableRecipe, folder: string): Promise<readonly string[]> {
  const { found, read } = named;
  const consent = await consentFor(named, folder);
  const isTrusted = consent && (await isAgreedTo(consent.hash));
  const values = Object.entries(found.values).map(([key, value]) => `  ${key}=${value}`);
  return [
    ...explainRecipe(read),
    ...(values.length === 0 ? [] : ["Values of the link:", ...values]),
    ...(found.file === undefined ? [] : ["File:", `  ${found.file}`]),
    ...(consent === undefined
      ? []
      : [
          ...withTitle("Files that its commands name:", namedLines(consent.commands)),
          "Consent:",
          `  SHA-256 ${consent.hash}`,
          `  ${isTrusted ? "you have agreed to it" : "not agreed to yet"}`,
        ]),
  ];
}

function withTitle(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}

async function described(named: UsableRecipe, folder: string) {
  const { found, read, recipe } = named;
  const consent = await consentFor(named, folder);
  return {
    title: recipe.title,
    description: recipe.description,
    version: recipe.version,
    file: found.file ?? null,
    values: found.values,
    parameters: recipe.parameters,
    extensions: recipe.extensions ?? null,
    subRecipes: recipe.subRecipes,
    responseSchema: recipe.responseSchema ?? null,
    commands: (await recipeConsent(read, { cwd: folder })).commands,
    secrets: secretsOf(recipe, read.subRecipes),
    consent: consent ? { sha256: consent.hash, isAgreedTo: await isAgreedTo(consent.hash) } : null,
    warnings: read.problems,
  };
}

function isAgreedTo(hash: string): Promise<boolean> {
  return recipeTrust(directories({ env: process.env }).data).has(hash);
}
