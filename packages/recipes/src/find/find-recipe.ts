import { stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { ConfigError } from "@skein/protocol";
import { decodeLink, isRecipeLink } from "../link/decode-link.ts";
import { githubPlace, type FindRecipeOptions, type GithubPlace } from "./github/place.ts";
import { candidates, isRecipeName, recipeEndings } from "./names.ts";
import { recipeFolders, type RecipePlace } from "./places.ts";
import { readRecipeFile } from "./read-recipe-file.ts";

/** A recipe's text, and where it is from. */
export interface FoundRecipe {
  readonly text: string;
  /** See `RecipeContent`. */
  readonly guess?: string;
  /** Absolute. Absent for one out of a link. */
  readonly file?: string;
  /** What relative paths in it start from. Absent for one out of a link: it has no other files. */
  readonly folder?: string;
  readonly from: RecipeOrigin;
  /** Values for its parameters that came with it. */
  readonly values: Readonly<Record<string, string>>;
}

/** `file`: somebody named the very file. */
export type RecipeOrigin =
  | { readonly kind: "file" }
  | { readonly kind: "link"; readonly scheme: "skein" | "goose" }
  | RecipePlace;

/**
 * Finds a recipe by what somebody typed: a link, a path, or a name. A path has a `/`, or one of the endings of a
 * recipe; it may leave the ending out, and it may be the folder of a `recipe.yaml`. A name is looked for in
 * `recipeFolders`, then in the repository on GitHub, if there is one. Nothing of what is found is run.
 *
 * Throws `ConfigError`: `usage`, with all that was searched, when it is not found; `unreadable` when the first match
 * cannot be read.
 */
export async function findRecipe(
  word: string,
  options: FindRecipeOptions,
  signal: AbortSignal = new AbortController().signal,
): Promise<FoundRecipe> {
  if (isRecipeLink(word)) {
    const { text, values, scheme } = decodeLink(word);
    return { text, values, from: { kind: "link", scheme } };
  }
  if (word.startsWith("-")) {
    throw new ConfigError("usage", `${JSON.stringify(word)} is an option, not a recipe.`, {
      hint: `If there is a file of that name, write ./${word}.`,
    });
  }
  if (/[/\\]|\.(?:ya?ml|json)$/.test(word) && !word.includes("\0")) return byPath(word, options);
  if (!isRecipeName(word)) {
    throw new ConfigError("usage", `${JSON.stringify(word.slice(0, 200))} is not a valid recipe name.`, {
      hint: "Give a name of letters, digits, dots, dashes and spaces, or the path of a file.",
    });
  }
  return byName(word, options, signal);
}

async function byPath(word: string, { cwd }: FindRecipeOptions): Promise<FoundRecipe> {
  const path = resolve(cwd, word);
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  const paths = isFolder
    ? recipeEndings.map((ending) => join(path, `recipe.${ending}`))
    : [path, ...recipeEndings.map((ending) => `${path}.${ending}`)];
  const found = await firstFile(paths);
  if (found) return { ...found, from: { kind: "file" }, values: {} };
  throw new ConfigError("usage", `There is no recipe ${path}.`, {
    ...(isFolder ? { hint: "That is a folder without a recipe.yaml." } : {}),
    nextStep: { do: "list-recipes" },
  });
}

async function byName(name: string, options: FindRecipeOptions, signal: AbortSignal): Promise<FoundRecipe> {
  const folders = recipeFolders(options);
  for (const place of folders) {
    signal.throwIfAborted();
    const found = await firstFile(candidates(place.where, name));
    if (found) return { ...found, from: place, values: {} };
  }
  const github = githubPlace(options);
  const found = github && (await fromGithub(name, github, signal));
  if (found) return found;
  throw notFound(name, github ? [...folders, github.place] : folders);
}

async function fromGithub(
  name: string,
  { place, repository }: GithubPlace,
  signal: AbortSignal,
): Promise<FoundRecipe | undefined> {
  const tree = await repository.tree(signal);
  const wanted = recipeEndings.map((ending) => `${name}/recipe.${ending}`);
  const file = wanted.find((path) => tree.files.some((each) => each.path === path));
  if (file === undefined) return undefined;
  const folder = await repository.folder(tree, name, signal);
  const found = await firstFile([join(folder, basename(file))]);
  return found && { ...found, from: place, values: {} };
}

async function firstFile(
  paths: readonly string[],
): Promise<
  (Pick<FoundRecipe, "text" | "guess"> & Required<Pick<FoundRecipe, "file" | "folder">>) | undefined
> {
  for (const file of paths) {
    const read = await readRecipeFile(file);
    if (read) return { ...read, file, folder: dirname(file) };
  }
  return undefined;
}

function notFound(name: string, searched: readonly RecipePlace[]): ConfigError {
  const places = searched.map((place) => `  ${describePlace(place)}`).join("\n");
  const message = `There is no recipe ${JSON.stringify(name)}. Looked for ${name}.yaml, .yml, .json and ${name}/recipe.yaml, .yml, .json in\n${places}`;
  return new ConfigError("usage", message, { nextStep: { do: "list-recipes" } });
}

/** For people: a folder or a repository, and what names it. */
export function describePlace({ kind, where, by }: RecipePlace): string {
  const shown = kind === "github" ? `https://github.com/${where}` : where;
  return by === undefined ? shown : `${shown} (${by})`;
}
