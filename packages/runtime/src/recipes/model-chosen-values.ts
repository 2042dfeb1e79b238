import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { isInside } from "@skein/platform/folders";
import {
  commandsInRecipe,
  renderRecipe,
  type ReadRecipe,
  type Recipe,
  type RecipeCommand,
} from "@skein/recipes";

export interface ChosenValues {
  readonly read: ReadRecipe;
  /** The recipe, filled in with `values`. */
  readonly recipe: Recipe;
  readonly values: Readonly<Record<string, string>>;
  /** Keys of the values that a model chose, to which no one has consented. */
  readonly chosen: readonly string[];
}

/** Text that a shell treats as a word or a part of one: no blank, quote, operator, expansion or option. */
const plainWord = /^[\p{L}\p{N}_./@%+:,=][\p{L}\p{N}_./@%+:,=-]*$/u;
/** Places where the next word would be the program. */
const beforeProgram =
  /(?:^|[;&|(`{!\n]|\b(?:then|do|else|if|while|until|exec|eval|env|sudo|xargs))\s*["']?$/u;

/**
 * Checks whether a value chosen by a model would decide which command runs. People consent to a recipe's
 * commands as written, so such a value may be one plain word of a shell command, such as a file name, and may
 * not appear in any other command.
 *
 * @returns problems, as sentences for the model.
 */
export async function findModelChosenCommands({
  read,
  recipe,
  values,
  chosen,
}: ChosenValues): Promise<readonly string[]> {
  const now = commandsInRecipe(recipe);
  const written = read.recipe ? commandsInRecipe(read.recipe) : [];
  if (now.length === 0 || !written.some(({ text }) => /\{[{%]/u.test(text))) return [];
  const issues: string[] = [];
  for (const key of chosen) {
    const value = values[key] ?? "";
    // A unique value: a command that changes with it depends on this parameter.
    const probe = `x${crypto.randomUUID().replaceAll("-", "")}`;
    const { recipe: other } = await renderRecipe(read, { ...values, [key]: probe });
    // A type without free text: whatever depends on it was written by the recipe's author.
    if (!other) continue;
    const changed = commandsInRecipe(other).filter(({ text }, index) => text !== now[index]?.text);
    issues.push(...changed.flatMap((command) => issuesOf(key, value, command, probe)));
  }
  return issues;
}

function issuesOf(key: string, value: string, command: RecipeCommand, probe: string): readonly string[] {
  const { kind, path } = command;
  if (kind !== "shell") {
    return [
      `${key}: it would decide what starts (${path}), and a model may not. Leave it out, or ask the user.`,
    ];
  }
  const text = command.text.toLowerCase();
  const places = [...text.matchAll(new RegExp(probe.toLowerCase(), "gu"))].map(({ index }) => index);
  if (places.some((place) => beforeProgram.test(text.slice(0, place)))) {
    return [`${key}: it would become the command that runs (${path}), which a model may not choose.`];
  }
  return value === "" || plainWord.test(value)
    ? []
    : [
        `${key}: it stands in a command (${path}), so it must be one plain word: letters, digits and _ . / @ % + : , = -`,
      ];
}

/**
 * Resolves files in values to their real paths. A model may have files of the working folder read into a
 * recipe without approval, and no others, wherever a link leads.
 *
 * @param options.chosen - keys of values to which no one has consented.
 * @returns problems, as sentences for the model, where it names others.
 */
export async function withRealFiles(
  { parameters }: ReadRecipe,
  given: Readonly<Record<string, string>>,
  { chosen, cwd }: { readonly chosen: readonly string[]; readonly cwd: string },
): Promise<{ readonly values: Readonly<Record<string, string>> } | { readonly issues: readonly string[] }> {
  const root = await realpath(cwd);
  const values: Record<string, string> = { ...given };
  const issues: string[] = [];
  for (const { key, type } of parameters) {
    const path = given[key];
    if (type !== "file" || path === undefined || !chosen.includes(key)) continue;
    const real = await realpath(resolve(cwd, path)).catch(() => undefined);
    if (real === undefined) continue; // reading it reports the error
    if (isInside(real, root)) values[key] = real;
    else {
      issues.push(
        `${key}: ${path} is not below the working folder. Read it with a tool, and give what matters.`,
      );
    }
  }
  return issues.length > 0 ? { issues } : { values };
}
