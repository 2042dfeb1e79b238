import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import {
  commandsOf,
  isInside,
  renderRecipe,
  type ReadRecipe,
  type Recipe,
  type RecipeCommand,
} from "@skein/recipes";

export interface ChosenValues {
  readonly read: ReadRecipe;
  /** Filled in with `values`. */
  readonly recipe: Recipe;
  readonly values: Readonly<Record<string, string>>;
  /** Of `values`, those that nobody has agreed to: a model gave them. */
  readonly chosen: readonly string[];
}

/** What can be no more than a word, or a part of one, to a shell: no blank, quote, operator, expansion or option. */
const plainWord = /^[\p{L}\p{N}_./@%+:,=][\p{L}\p{N}_./@%+:,=-]*$/u;
/** Where the next word would be the program. */
const beforeProgram =
  /(?:^|[;&|(`{!\n]|\b(?:then|do|else|if|while|until|exec|eval|env|sudo|xargs))\s*["']?$/u;

/**
 * Whether what a model chose would decide what runs. People agree to a recipe's commands as they are written, so such a
 * value may be one plain word of a shell command, as the name of a file is, and nothing of any other command.
 *
 * @returns sentences for the model; none when all is well.
 */
export async function decidedByModel({
  read,
  recipe,
  values,
  chosen,
}: ChosenValues): Promise<readonly string[]> {
  const now = commandsOf(recipe);
  const written = read.recipe ? commandsOf(read.recipe) : [];
  if (now.length === 0 || !written.some(({ text }) => /\{[{%]/u.test(text))) return [];
  const issues: string[] = [];
  for (const key of chosen) {
    const value = values[key] ?? "";
    // Some value that nobody else has: where a command changes with it, it depends on this one.
    const probe = `x${crypto.randomUUID().replaceAll("-", "")}`;
    const { recipe: other } = await renderRecipe(read, { ...values, [key]: probe });
    // A value of a type that leaves no choice of words: what depends on it was written by whoever wrote the recipe.
    if (!other) continue;
    const changed = commandsOf(other).filter(({ text }, index) => text !== now[index]?.text);
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
    return [`${key}: it would be the command that runs (${path}), and a model may not choose that.`];
  }
  return value === "" || plainWord.test(value)
    ? []
    : [
        `${key}: it stands in a command (${path}), so it must be one plain word: letters, digits and _ . / @ % + : , = -`,
      ];
}

/**
 * The same values with files by their real paths. A model may have those of the working folder read into a recipe without
 * anybody being asked, wherever a link leads, and no others.
 *
 * @param options.chosen - keys of values that nobody has agreed to.
 * @returns sentences for the model where it names others.
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
    if (real === undefined) continue; // whoever reads it says why it cannot be read
    if (isInside(real, root)) values[key] = real;
    else {
      issues.push(
        `${key}: ${path} is not below the working folder. Read it with a tool, and give what matters.`,
      );
    }
  }
  return issues.length > 0 ? { issues } : { values };
}
