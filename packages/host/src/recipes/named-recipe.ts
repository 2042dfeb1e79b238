import { ConfigError } from "@skein/protocol";
import {
  filesOnDisk,
  findRecipe,
  hasNoErrors,
  readRecipe,
  type FoundRecipe,
  type ReadRecipe,
  type Recipe,
  type RecipeFiles,
} from "@skein/recipes";
import type { Machine } from "../machine.ts";
import { findOptions } from "./find-options.ts";
import { markLineBreaks } from "./mark-line-breaks.ts";
import { problemLines, shortPath } from "./problem-lines.ts";

/** A recipe that somebody named: found and read, and nothing of it done. */
export interface NamedRecipe {
  /** As it was named: a file, a link or a name. */
  readonly word: string;
  readonly found: FoundRecipe;
  readonly read: ReadRecipe;
}

export interface UsableRecipe extends NamedRecipe {
  readonly recipe: Recipe;
}

/**
 * Throws `ConfigError` when it does not exist; its problems are those of the reading.
 *
 * @param word - a file, a link or a name. @param cwd - where it is looked for.
 */
export async function namedRecipe(
  machine: Machine,
  word: string,
  cwd: string,
  options: { readonly strict?: boolean } = {},
): Promise<NamedRecipe> {
  const found = await findRecipe(word, findOptions(machine, cwd));
  return { word, found, read: await readRecipe(found, { ...options, files: filesFor(found) }) };
}

/** A link comes without files: what it names are somebody else's. */
export function filesFor({ from }: FoundRecipe): RecipeFiles {
  return from.kind === "link" ? noFiles : filesOnDisk;
}

const noFiles: RecipeFiles = {
  read: async () => undefined,
  realPath: async () => undefined,
  noneBecause: "a link holds one recipe and no other files",
};

/** Throws `ConfigError` that lists all that is wrong. */
export async function usableRecipe(machine: Machine, word: string, cwd: string): Promise<UsableRecipe> {
  const named = await namedRecipe(machine, word, cwd);
  const { recipe, problems } = named.read;
  if (recipe && hasNoErrors(problems)) return { ...named, recipe };
  throw cannotRun(named, problems, cwd);
}

export function cannotRun(
  { found }: Pick<NamedRecipe, "found">,
  problems: ReadRecipe["problems"],
  cwd: string,
): ConfigError {
  const errors = problems.filter(({ severity }) => severity === "error");
  const lines = errors.flatMap((problem) => problemLines(problem, cwd)).map((line) => `  ${line}`);
  return new ConfigError("usage", `The recipe ${recipeWord(found, cwd)} cannot run:\n${lines.join("\n")}`, {
    nextStep: { do: "check-recipe" },
  });
}

/** What a recipe is called in a sentence: a link has no name worth showing. */
export function recipeWord({ file }: FoundRecipe, cwd: string): string {
  return file === undefined ? "of the link" : markLineBreaks(shortPath(file, cwd));
}
