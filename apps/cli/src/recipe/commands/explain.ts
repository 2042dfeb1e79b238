import { exitCodes } from "@skein/protocol";
import { explainRecipe } from "@skein/runtime/recipes";
import { recipeTrust } from "@skein/settings";
import {
  consentFor,
  describeRecipe,
  namedLines,
  usableRecipe,
  type ConsentFolders,
  type UsableRecipe,
} from "@skein/host/recipes";
import { thisMachine } from "../../machine.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { workingFolder } from "../../arguments/run-settings.ts";
import type { Command } from "../../command.ts";
import { print, printJson } from "../../session/say.ts";
import { recipeExplainFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
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
  const cwd = process.cwd();
  const named = await usableRecipe(thisMachine(), requireWord("explain", words), cwd);
  const folders = { cwd, folder: workingFolder(flags.cwd) };
  if (flags.json) printJson(await describeRecipe(thisMachine(), named, folders));
  else for (const line of await explained(named, folders)) print(line);
  return exitCodes.done;
};

/** In lines, with what somebody has to agree to. */
export async function explained(named: UsableRecipe, folders: ConsentFolders): Promise<readonly string[]> {
  const { found, read } = named;
  const consent = await consentFor(named, folders);
  const isTrusted = consent && (await recipeTrust(thisMachine().directories.data).has(consent.hash));
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
