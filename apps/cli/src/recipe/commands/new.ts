import { resolve } from "node:path";
import { type Parsed, onlyGiven } from "@skein/command-line";
import { newRecipeFlags } from "@skein/command-line/command-flags";
import { ConfigError, exitCodes, NotStartedError } from "@skein/protocol";
import { recipeFileName } from "@skein/command-line/recipes";
import { newRecipe, type RecipeAnswers } from "@skein/recipes";
import { askForNewRecipe } from "@skein/terminal-chat/recipes";
import { defineCommand } from "../../arguments/command-line.ts";
import { builtinsIn } from "../../arguments/session-wishes.ts";
import { note } from "../../print.ts";
import { checkOutput, outputPath, writeOut } from "../../session/write-out.ts";
import { promptsHere } from "../../prompts.ts";

type NewFlags = Parsed<typeof newRecipeFlags>;

/** For the comments of the file. */
const howTo = {
  check: "Check it with: skein recipe validate FILE",
  giveValues: "skein run --recipe FILE --params key=value",
};

export const main = defineCommand({
  name: "recipe new",
  help: {
    title: "begins a recipe",
    usage: ["[NAME] [flags]"],
    text: `In a terminal it asks for what the flags leave open. The file has comments, and examples of what it does not use.`,
    examples: [
      "skein recipe new tidy",
      'skein recipe new tidy --title Tidy --prompt "Remove unused imports in {{ folder }}" -o recipes/tidy.yaml',
    ],
  },
  flags: newRecipeFlags,
  words: 1,
  run: async (flags, words) => {
    const [name] = words;
    const title = flags.title ?? name;
    const file = flags.output ?? recipeFileName(title ?? "");
    const place = outputPath(file);
    if (place !== undefined) await checkOutput({ path: place, force: flags.force ?? false });
    const answers = await answersOf(flags, title);
    const path = file === undefined ? resolve(recipeFileName(answers.title) ?? "recipe.yaml") : place;
    const code = await writeOut(await newRecipe({ ...answers, howTo }), {
      path,
      force: flags.force ?? false,
    });
    if (code === exitCodes.done && path !== undefined) {
      note(`Written: ${path}`);
      note(`Check it: skein recipe validate ${path}`);
    }
    return code;
  },
});

async function answersOf(flags: NewFlags, title: string | undefined): Promise<RecipeAnswers> {
  const { prompt, instructions, description } = flags;
  const lacking = [
    ...(title === undefined ? ["--title"] : []),
    ...(prompt === undefined ? ["--prompt"] : []),
  ];
  if (lacking.length > 0 && !(process.stdin.isTTY && process.stderr.isTTY)) {
    throw new ConfigError("usage", `A recipe needs ${lacking.join(" and ")}, and no one can be asked here.`, {
      hint: 'skein recipe new tidy --prompt "Remove unused imports in {{ folder }}"',
    });
  }
  const texts =
    title !== undefined && prompt !== undefined
      ? { title, prompt, description: description ?? title }
      : await askForNewRecipe(await promptsHere(), { title, prompt, description });
  if (!texts) throw new NotStartedError("cancelled", "Nothing was written.");
  const extensions = builtinsIn(flags);
  return { ...texts, ...onlyGiven({ instructions }), ...(extensions.length === 0 ? {} : { extensions }) };
}
