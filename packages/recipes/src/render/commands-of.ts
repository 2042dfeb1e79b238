import type { ReadRecipe, ReadSubRecipe } from "../read/reading.ts";
import type { Recipe, RecipeExtension } from "../recipe.ts";

/** Something outside of Skein that a recipe would use: what a person must agree to. */
export interface RecipeCommand {
  /**
   * - `command`: a program with its arguments; `folder`: where it runs. `shell`: a line for a shell. `python`: code.
   * - `url`: an address; `header`: what is sent there. `variable`: `NAME=value` of an extension's environment.
   * - `secret`: the name of a secret that is handed to an extension.
   * - `file`: one that a command names, with the SHA-256 of its content. `place`: where alone a consent holds, and why.
   *   Both are of a consent: `recipeConsent`.
   */
  readonly kind:
    | "command"
    | "folder"
    | "shell"
    | "python"
    | "url"
    | "header"
    | "variable"
    | "secret"
    | "file"
    | "place";
  /** Word for word. */
  readonly text: string;
  /** `extensions[0]`, `retry.checks[1]`. */
  readonly path: string;
}

/** Everything of that kind in a recipe and in its sub-recipes. */
export function commandsInRecipe(
  recipe: Recipe,
  subRecipes: readonly ReadSubRecipe[] = [],
): readonly RecipeCommand[] {
  return partsOf(recipe, subRecipes).flatMap(({ part, prefix }) => ofRecipe(part, prefix));
}

/** Names of the secrets that extensions get, also those of sub-recipes; each once. */
export function secretNamesOf(recipe: Recipe, subRecipes: readonly ReadSubRecipe[] = []): readonly string[] {
  const names = partsOf(recipe, subRecipes)
    .flatMap(({ part }) => part.extensions ?? [])
    .flatMap((extension) => ("envKeys" in extension ? extension.envKeys : []));
  return [...new Set(names)];
}

export interface RecipePart {
  readonly part: Recipe;
  /** That of its file. */
  readonly folder?: string;
  /** `sub_recipes.NAME: `, for each step down; empty for the recipe itself. */
  readonly prefix: string;
}

/** A recipe and its sub-recipes: each file once, under the first name it is reached by. */
export function partsOf(
  recipe: Recipe,
  subRecipes: readonly ReadSubRecipe[],
  folder?: string,
): readonly RecipePart[] {
  const parts: RecipePart[] = [{ part: recipe, prefix: "", ...(folder === undefined ? {} : { folder }) }];
  const seen = new Set<ReadRecipe>();
  const add = (reads: readonly ReadSubRecipe[], prefix: string) => {
    for (const { name, read } of reads) {
      if (read?.recipe === undefined || seen.has(read)) continue;
      seen.add(read);
      const own = `${prefix}sub_recipes.${name}: `;
      parts.push({ part: read.recipe, prefix: own, folder: read.source.folder });
      add(read.subRecipes, own);
    }
  };
  add(subRecipes, "");
  return parts;
}

function ofRecipe({ extensions = [], retry }: Recipe, prefix: string): readonly RecipeCommand[] {
  return [
    ...extensions.flatMap((extension, index) => ofExtension(extension, `${prefix}extensions[${index}]`)),
    ...(retry?.checks ?? []).map(({ command }, index) => shell(command, `${prefix}retry.checks[${index}]`)),
    ...(retry?.onFailure === undefined ? [] : [shell(retry.onFailure, `${prefix}retry.on_failure`)]),
  ];
}

function shell(text: string, path: string): RecipeCommand {
  return { kind: "shell", text, path };
}

function ofExtension(extension: RecipeExtension, path: string): readonly RecipeCommand[] {
  switch (extension.type) {
    case "builtin":
    case "platform":
    case "frontend":
      return [];
    case "stdio":
      return [
        { kind: "command", text: [extension.command, ...extension.args].map(quoted).join(" "), path },
        ...(extension.cwd === undefined ? [] : [{ kind: "folder", text: extension.cwd, path } as const]),
        ...environment(extension, path),
      ];
    case "streamable_http":
      return [
        { kind: "url", text: extension.uri, path },
        ...(extension.socket === undefined
          ? []
          : [{ kind: "url", text: `unix:${extension.socket}`, path } as const]),
        ...Object.entries(extension.headers).map(
          ([name, value]) => ({ kind: "header", text: `${name}: ${value}`, path }) as const,
        ),
        ...environment(extension, path),
      ];
    case "inline_python":
      return [
        { kind: "python", text: extension.code, path },
        ...extension.dependencies.map(
          (name) => ({ kind: "command", text: `pip install ${quoted(name)}`, path }) as const,
        ),
      ];
  }
}

function environment(
  { env, envKeys }: { readonly env: Readonly<Record<string, string>>; readonly envKeys: readonly string[] },
  path: string,
): readonly RecipeCommand[] {
  return [
    ...Object.entries(env).map(
      ([name, value]) => ({ kind: "variable", text: `${name}=${value}`, path }) as const,
    ),
    ...envKeys.map((name) => ({ kind: "secret", text: name, path }) as const),
  ];
}

/** As a shell would want it; for reading only. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
