import { resolve } from "node:path";
import { ConfigError, exitCodes, NotStartedError } from "@skein/protocol";
import { newRecipe, type RecipeAnswers } from "@skein/runtime/recipes";
import { type Parsed } from "../../arguments/parse-flags.ts";
import { note } from "../../print.ts";
import { checkOutput, outputPath, writeOut } from "../../session/write-out.ts";
import { promptsHere } from "../../prompts.ts";
import { defineCommand } from "../../arguments/define-command.ts";
import { forceFlag } from "../../arguments/common-flags.ts";
import type { Flags } from "../../arguments/flag.ts";

const flagTable = {
  title: { value: "TEXT", description: "What it is called" },
  description: { value: "TEXT", description: "What it is for, in a sentence" },
  prompt: { value: "TEXT", description: "What is to be done; {{ key }} becomes a parameter" },
  instructions: { value: "TEXT", description: "How the model is to work" },
  "with-builtin": {
    value: "NAMES",
    repeatable: true,
    description: "By comma: the built-in extensions it has; default: those of whoever runs it",
  },
  output: {
    short: "o",
    value: "FILE",
    description: "Where to; - is standard output; default: NAME.yaml here",
  },
  force: forceFlag,
} as const satisfies Flags;

type NewFlags = Parsed<typeof flagTable>;

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
  flags: flagTable,
  words: 1,
  run: async (flags, words) => {
    const [name] = words;
    const title = flags.title ?? name;
    const file = flags.output ?? fileName(title);
    const place = outputPath(file);
    if (place !== undefined) await checkOutput({ path: place, force: flags.force ?? false });
    const answers = await answersOf(flags, title);
    const path = file === undefined ? resolve(fileName(answers.title) ?? "recipe.yaml") : place;
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

async function answersOf(flags: NewFlags, named: string | undefined): Promise<RecipeAnswers> {
  const canAsk = process.stdin.isTTY && process.stderr.isTTY;
  const lacking = [
    ...(named === undefined ? ["--title"] : []),
    ...(flags.prompt === undefined ? ["--prompt"] : []),
  ];
  if (lacking.length > 0 && !canAsk) {
    throw new ConfigError("usage", `A recipe needs ${lacking.join(" and ")}, and no one can be asked here.`, {
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
  const answer = await (await promptsHere()).text(question, initial);
  if (answer === undefined) throw new NotStartedError("cancelled", "Nothing was written.");
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
