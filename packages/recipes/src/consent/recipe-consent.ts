import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { recipeDirName } from "../check/parameter-checks.ts";
import { isTemplate } from "../read/plain-value.ts";
import type { ReadRecipe } from "../read/reading.ts";
import { commandsInRecipe, partsOf, type RecipeCommand, type RecipePart } from "../render/commands-of.ts";
import { recipeHash } from "../render/recipe-hash.ts";
import { namedFiles } from "./named-files.ts";
import { argumentWords, shellWords, type CommandWords } from "./shell-words.ts";

/** What somebody agrees to who lets a recipe run. */
export interface RecipeConsent {
  /** SHA-256, hex: of the recipe, and of what its commands name. */
  readonly hash: string;
  /** What it runs and accesses; empty: no approval is needed. */
  readonly commands: readonly RecipeCommand[];
  /** Real paths of the folders in which alone it holds; none: everywhere. */
  readonly places: readonly string[];
}

export interface RecipeConsentOptions {
  /** The working folder of the run: where its commands run; absolute. */
  readonly cwd: string;
}

/**
 * The one place where a consent is made: what `hash` it has is what is kept, and what is compared.
 *
 * It covers the recipe with all that it includes and its sub-recipes, and every file that a word of a command names, by its
 * content as it is now; a file that comes later changes it. Where not all can be looked at (a folder, a glob, a variable, a
 * file too large) it holds in that working folder alone. A recipe that names no files has the same one everywhere.
 */
export async function recipeConsent(read: ReadRecipe, { cwd }: RecipeConsentOptions): Promise<RecipeConsent> {
  const { recipe, subRecipes } = read;
  if (!recipe) return { hash: recipeHash(read), commands: [], places: [] };
  const added: RecipeCommand[] = [];
  const parts = new Set<string>();
  const places = new Set<string>();
  for (const program of partsOf(recipe, subRecipes, read.source.folder).flatMap(programsOf)) {
    const { path, cwd: own = ".", recipeFolder } = program;
    const folder = resolve(cwd, own);
    const { files, unseen } = await namedFiles(program.words, { folders: [folder, recipeFolder] });
    for (const { word: named, sha256 } of files) {
      // The same wherever the recipe lies.
      const word = program.isInRecipeFolder
        ? named.replaceAll(recipeFolder, `{{ ${recipeDirName} }}`)
        : named;
      added.push({ kind: "file", text: `${word}, ${sha256 === undefined ? "missing" : sha256}`, path });
      if (sha256 !== undefined) parts.add(`file ${Buffer.byteLength(word)} ${word} ${sha256}`);
    }
    if (unseen.length === 0 && !isTemplate(own)) continue;
    const place = await realpath(isTemplate(own) ? cwd : folder).catch(() => folder);
    const why = unseen.length === 0 ? `${own} may be any folder` : unseen.join(", ");
    added.push({ kind: "place", text: `in ${place} only: ${why}`, path });
    parts.add(`place ${JSON.stringify(place)}`);
    places.add(place);
    if (program.isInRecipeFolder) {
      const real = await realpath(recipeFolder).catch(() => recipeFolder);
      parts.add(`recipe ${JSON.stringify(real)}`);
      places.add(real);
    }
  }
  const hash = recipeHash(read);
  const commands = [...commandsInRecipe(recipe, subRecipes), ...added];
  if (parts.size === 0) return { hash, commands, places: [] };
  const all = ["skein consent 1", hash, ...[...parts].toSorted()].map((part) => `${part}\n`);
  return { hash: createHash("sha256").update(all.join("")).digest("hex"), commands, places: [...places] };
}

interface Program {
  readonly words: CommandWords;
  /** Where it runs, when that is not the working folder; as written. */
  readonly cwd?: string;
  readonly recipeFolder: string;
  readonly isInRecipeFolder: boolean;
  readonly path: string;
}

/** Python looks for modules in the folder where it runs first. */
const imports: CommandWords = { code: [{ text: "import", isOpen: true }], data: [] };

/** What a recipe starts as a program. */
function programsOf({ part, prefix, folder: recipeFolder = "." }: RecipePart): readonly Program[] {
  const pattern = new RegExp(`\\{\\{-?\\s*${recipeDirName}\\s*-?\\}\\}`, "g");
  const known = (text: string): string => text.replaceAll(pattern, () => recipeFolder);
  const base = { recipeFolder };
  const shells = [
    ...(part.retry?.checks ?? []).map(({ command }, index) => ({
      text: command,
      path: `retry.checks[${index}]`,
    })),
    ...(part.retry?.onFailure === undefined
      ? []
      : [{ text: part.retry.onFailure, path: "retry.on_failure" }]),
  ];
  const servers = (part.extensions ?? []).flatMap((extension, index): readonly Program[] => {
    const path = `${prefix}extensions[${index}]`;
    if (extension.type === "inline_python")
      return [{ ...base, words: imports, isInRecipeFolder: false, path }];
    if (extension.type !== "stdio") return [];
    const { command, args, cwd } = extension;
    const texts = [command, ...args];
    return [
      {
        ...base,
        words: argumentWords(texts.map(known)),
        ...(cwd === undefined ? {} : { cwd: known(cwd) }),
        isInRecipeFolder: texts.some((text) => text.includes(recipeDirName)),
        path,
      },
    ];
  });
  return [
    ...servers,
    ...shells.map(({ text, path }) => ({
      ...base,
      words: shellWords(known(text)),
      isInRecipeFolder: text.includes(recipeDirName),
      path: `${prefix}${path}`,
    })),
  ];
}
