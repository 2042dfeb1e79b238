import { resolve } from "node:path";
import { ConfigError, exitCodes, NotStarted } from "@skein/protocol";
import { newRecipe, type RecipeAnswers } from "@skein/runtime/recipes";
import { parseFlags, type Parsed } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { note } from "../../session/say.ts";
import { checkOutput, writeOut } from "../../session/write-out.ts";
import { recipeNewFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";

const help = {
  title: "begins a recipe",
  usage: ["[NAME] [flags]"],
  text: `In a terminal it asks for what the flags leave open. The file has comments, and examples of what it does not use.`,
  examples: [
    "skein recipe new tidy",
    'skein recipe new tidy --title Tidy --prompt "Remove unused imports in {{ folder }}" -o recipes/tidy.yaml',
  ],
  flags: recipeNewFlags,
};

type NewFlags = Parsed<typeof recipeNewFlags>;

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("recipe new", recipeNewFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("recipe new", help));
    return exitCodes.done;
  }
  refuseWords("recipe new", words, 1);
  const [name] = words;
  const title = flags.title ?? name;
  const file = flags.output ?? fileName(title);
  const place = file === undefined || file === "-" ? undefined : resolve(file);
  if (place !== undefined) await checkOutput({ path: place, force: flags.force ?? false });
  const answers = await answersOf(flags, title);
  const path = file === undefined ? resolve(fileName(answers.title) ?? "recipe.yaml") : place;
  const code = await writeOut(pieces(await newRecipe(answers)), { path, force: flags.force ?? false });
  if (code === exitCodes.done && path !== undefined) {
    note(`Written: ${path}`);
    note(`Check it: skein recipe validate ${path}`);
  }
  return code;
};

async function answersOf(flags: NewFlags, named: string | undefined): Promise<RecipeAnswers> {
  const canAsk = process.stdin.isTTY && process.stderr.isTTY;
  const lacking = [
    ...(named === undefined ? ["--title"] : []),
    ...(flags.prompt === undefined ? ["--prompt"] : []),
  ];
  if (lacking.length > 0 && !canAsk) {
    throw new ConfigError("usage", `A recipe needs ${lacking.join(" and ")}, and nobody can be asked here.`, {
      hint: 'skein recipe new tidy --prompt "Remove unused imports in {{ folder }}"',
    });
  }
  const title = named ?? (await asked("What is it called?"));
  const prompt = flags.prompt ?? (await asked("What is to be done? {{ key }} becomes a parameter"));
  const isAsked = canAsk && lacking.length > 0;
  const description =
    flags.description ?? (isAsked ? await asked("What is it for, in a sentence?", title) : title);
  const extensions = (flags["with-builtin"] ?? [])
    .flatMap((names) => names.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return {
    title,
    description,
    prompt,
    ...(flags.instructions === undefined ? {} : { instructions: flags.instructions }),
    ...(extensions.length === 0 ? {} : { extensions }),
  };
}

async function asked(question: string, initial?: string): Promise<string> {
  const { terminalPrompts } = await import("../../configure/terminal-prompts.ts");
  const answer = await terminalPrompts().text(question, initial);
  if (answer === undefined) throw new NotStarted("cancelled", "Nothing was written.");
  return answer;
}

/** `undefined` when nothing of the title can stand in a file's name. */
function fileName(title: string | undefined): string | undefined {
  const name = (title ?? "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
  return name === "" ? undefined : `${name.slice(0, 100)}.yaml`;
}

async function* pieces(text: string): AsyncGenerator<string> {
  yield text;
}
