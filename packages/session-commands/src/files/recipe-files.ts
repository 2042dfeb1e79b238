import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readText } from "@skein/platform/text";
import type { CommandPlaces } from "./command-files.ts";

/** A recipe that is a command by its file's name. */
export interface RecipeFile {
  readonly name: string;
  readonly path: string;
  /** Foreign text. */
  readonly title: string | undefined;
}

/** A longer file is looked at no further for its title. Characters. */
const mostLooked = 4_000;

/**
 * The recipes of the user, then those of the project, the nearest folder first. What else is in them is read when one is
 * called. Those whose name no one could type as a command are none.
 */
export async function recipeFiles({ project, config }: CommandPlaces): Promise<readonly RecipeFile[]> {
  const folders = [
    join(config, "recipes"),
    ...project.toReversed().map((folder) => join(folder, ".skein", "recipes")),
  ];
  const found = await Promise.all(folders.map(recipesIn));
  return found.flat();
}

async function recipesIn(folder: string): Promise<readonly RecipeFile[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const read = await Promise.all(names.toSorted().map((entry) => recipeIn(folder, entry)));
  return read.filter((one) => one !== undefined);
}

async function recipeIn(folder: string, entry: string): Promise<RecipeFile | undefined> {
  const [, name] = /^([\w-]+)\.(?:ya?ml|json)$/.exec(entry) ?? [];
  if (name === undefined) return undefined;
  const path = join(folder, entry);
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const { text } = await readText(bytes);
  const [, quoted, plain] =
    /^\s*(?:title|"title"):\s*(?:["'](.*?)["'],?|(.*?))\s*$/m.exec(text.slice(0, mostLooked)) ?? [];
  return { name: name.toLowerCase(), path, title: quoted ?? plain };
}
