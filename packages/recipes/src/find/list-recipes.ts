import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isMissingOrBlocked } from "@skein/platform/files";
import { ConfigError, messageOf } from "@skein/protocol";
import type { RecipeProblem } from "../problems.ts";
import { readRecipe } from "../read/read-recipe.ts";
import { githubPlace, type FindRecipeOptions, type GithubPlace } from "./github/place.ts";
import { isRecipeFile, recipeEndings, withoutEnding } from "./names.ts";
import { recipeFolders, type RecipePlace } from "./places.ts";
import { recipeText, type RecipeText } from "../read/recipe-text.ts";
import { readRecipeFile } from "./read-recipe-file.ts";

/** A recipe that a name leads to, or would lead to if no other had that name. */
export interface ListedRecipe {
  readonly name: string;
  readonly from: RecipePlace;
  /** Absolute; of one on GitHub, its path in the repository. */
  readonly file: string;
  /** As written, templates too. */
  readonly title?: string;
  readonly description?: string;
  readonly problems: readonly RecipeProblem[];
  /** The file that the name leads to instead. */
  readonly shadowedBy?: string;
}

export interface RecipeList {
  readonly recipes: readonly ListedRecipe[];
  /** Places that could not be looked at, a sentence each. */
  readonly notices: readonly string[];
}

/** Of one place. */
const mostRecipes = 500;

/** All recipes that have a name, in the order of the search. Rejects only with the signal's reason. */
export async function listRecipes(
  options: FindRecipeOptions,
  signal: AbortSignal = new AbortController().signal,
): Promise<RecipeList> {
  const recipes: ListedRecipe[] = [];
  const notices: string[] = [];
  const first = new Map<string, string>();
  const add = (found: readonly ListedRecipe[]): void => {
    for (const recipe of found) {
      const shadowedBy = first.get(recipe.name);
      first.set(recipe.name, shadowedBy ?? recipe.file);
      recipes.push(shadowedBy === undefined ? recipe : { ...recipe, shadowedBy });
    }
  };
  for (const place of recipeFolders(options)) {
    signal.throwIfAborted();
    add(await inFolder(place, notices));
  }
  try {
    const github = githubPlace(options);
    if (github) add(await onGithub(github, notices, signal));
  } catch (error) {
    signal.throwIfAborted();
    notices.push(sentenceOf(error));
  }
  return { recipes, notices };
}

async function inFolder(place: RecipePlace, notices: string[]): Promise<readonly ListedRecipe[]> {
  const files = await filesIn(place.where).catch((error: unknown) => {
    notices.push(`${place.where} cannot be read: ${messageOf(error)}.`);
    return [];
  });
  if (files.length > mostRecipes)
    notices.push(`${place.where} has more than ${mostRecipes} recipes; the rest is not listed.`);
  const listed: ListedRecipe[] = [];
  for (const { name, file } of files.slice(0, mostRecipes)) {
    try {
      const read = await readRecipeFile(file);
      // The folder somebody works in has many other files of that kind.
      if (!read || (place.kind === "here" && !looksLikeRecipe(read.text))) continue;
      listed.push(await described({ name, file, from: place }, read));
    } catch (error) {
      if (place.kind !== "here") notices.push(sentenceOf(error));
    }
  }
  return listed;
}

interface NamedFile {
  readonly name: string;
  readonly file: string;
}

/** `NAME.yaml` and `NAME/recipe.yaml`, by name, in the order in which a name is looked for. */
async function filesIn(folder: string): Promise<readonly NamedFile[]> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (isMissingOrBlocked(error)) return [];
    throw error;
  });
  const flat = entries
    .filter(isRecipeFile)
    .map((entry) => ({ name: withoutEnding(entry), file: join(folder, entry) }));
  const nested = await Promise.all(
    entries
      .filter((entry) => !entry.startsWith(".") && entry !== "node_modules")
      .map(async (name): Promise<readonly NamedFile[]> => {
        const files = recipeEndings.map((ending) => join(folder, name, `recipe.${ending}`));
        const there = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
        return files.flatMap((file, at) => (there[at]?.isFile() === true ? [{ name, file }] : []));
      }),
  );
  const rank = ({ file }: NamedFile): number =>
    recipeEndings.findIndex((ending) => file.endsWith(`.${ending}`));
  const inTurn = (files: readonly NamedFile[]) => files.toSorted((one, other) => rank(one) - rank(other));
  const all = [...inTurn(flat), ...inTurn(nested.flat())];
  return all.toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
}

async function onGithub(
  { place, repository }: GithubPlace,
  notices: string[],
  signal: AbortSignal,
): Promise<readonly ListedRecipe[]> {
  const tree = await repository.tree(signal);
  const found = tree.files.filter(({ path }) => /^[^/]+\/recipe\.(?:ya?ml|json)$/.test(path));
  if (found.length > mostRecipes)
    notices.push(`${place.where} has more than ${mostRecipes} recipes; the rest is not listed.`);
  const listed: ListedRecipe[] = [];
  for (const file of found.slice(0, mostRecipes)) {
    const text = await recipeText(await repository.content(file, signal));
    const [name = ""] = file.path.split("/");
    const { title, description } = await described({ name, file: file.path, from: place }, text);
    // Its own folder is not here, so what it includes cannot be looked for.
    listed.push({
      name,
      file: file.path,
      from: place,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      problems: [],
    });
  }
  return listed;
}

async function described(
  listed: Pick<ListedRecipe, "name" | "file" | "from">,
  text: RecipeText,
): Promise<ListedRecipe> {
  const { recipe, problems } = await readRecipe({ ...text, file: listed.file });
  const { title, description } = recipe ?? {};
  return {
    ...listed,
    ...(title ? { title } : {}),
    ...(description ? { description } : {}),
    problems,
  };
}

function looksLikeRecipe(text: string): boolean {
  return /^\s*(?:"?title"?|"?recipe"?)\s*:/m.test(text) && /^\s*"?(?:prompt|instructions)"?\s*:/m.test(text);
}

function sentenceOf(error: unknown): string {
  return ConfigError.is(error) ? error.message : `${messageOf(error)}.`;
}
