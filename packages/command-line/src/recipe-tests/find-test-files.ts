import { readdir, stat } from "node:fs/promises";
import { dirname, join, parse, resolve } from "node:path";
import type { Machine } from "@skein/host";
import { namedRecipe } from "@skein/host/recipes";
import { ConfigError } from "@skein/protocol";

/** What is not looked into: it is not the user's own. */
const skipped = new Set(["node_modules", ".git"]);
/** Folders below one that was named. */
const deepest = 16;

export function isTestFile(name: string): boolean {
  return /\.test\.ya?ml$/.test(name);
}

/**
 * The `*.test.yaml` files of what was named, each once: files as they are, recipes with theirs, folders with all below
 * them. Throws `ConfigError` for what is not there, and when there are none.
 *
 * @returns absolute paths; those of a folder sorted.
 */
export async function findTestFiles(
  machine: Machine,
  words: readonly string[],
  cwd: string,
): Promise<readonly string[]> {
  const found = await Promise.all(words.map((word) => filesOf(machine, word, cwd)));
  const files = [...new Set(found.flat())];
  if (files.length > 0) return files;
  throw new ConfigError("usage", `There is no *.test.yaml in ${words.join(", ")}.`, {
    nextStep: { do: "write-recipe-tests" },
  });
}

async function filesOf(machine: Machine, word: string, cwd: string): Promise<readonly string[]> {
  const path = resolve(cwd, word);
  const stats = await stat(path).catch((cause: unknown) => {
    throw new ConfigError("unreadable", `There is no file or folder ${word}.`, {
      hint: "Name *.test.yaml files, or folders that hold some.",
      cause,
    });
  });
  if (stats.isDirectory()) return below(path, deepest);
  return isTestFile(path) ? [path] : testsOf(machine, path, cwd);
}

/** Of a recipe: those it names, and those called as it is. */
async function testsOf(machine: Machine, path: string, cwd: string): Promise<readonly string[]> {
  const { read } = await namedRecipe(machine, path, cwd);
  const named = (read.recipe?.tests ?? []).map((test) => resolve(dirname(path), test));
  const { name } = parse(path);
  const beside = (await readdir(dirname(path)))
    .filter((each) => isTestFile(each) && each.replace(/\.test\.ya?ml$/, "") === name)
    .map((each) => join(dirname(path), each));
  return [...named, ...beside];
}

async function below(folder: string, depth: number): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(async (entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return depth > 0 && !skipped.has(entry.name) ? below(path, depth - 1) : [];
        return entry.isFile() && isTestFile(entry.name) ? [path] : [];
      }),
  );
  return found.flat();
}
