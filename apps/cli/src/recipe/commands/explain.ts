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
import { workingFolder } from "../../arguments/working-folder.ts";
import { print, printJson } from "../../print.ts";
import { requireWord } from "../require-word.ts";
import { defineCommand } from "../../arguments/define-command.ts";
import { jsonFlag } from "../../arguments/common-flags.ts";

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
  words: 1,
  suggests: "recipes",
  run: async (flags, words) => {
    const cwd = process.cwd();
    const named = await usableRecipe(thisMachine(), requireWord("explain", words), cwd);
    const folders = { cwd, folder: workingFolder(flags.cwd) };
    if (flags.json) printJson(await describeRecipe(thisMachine(), named, folders));
    else for (const line of await explained(named, folders)) print(line);
  },
});

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
