import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ConfigError } from "@skein/protocol";
import { builtinChecks, parseCheck, type Check } from "@skein/review";
import { nearestWord } from "@skein/settings";
import type { Change } from "./read-change.ts";

/**
 * The checks for a change: those that come with Skein, and the files in `.agents/checks` of the repository's root and of the
 * folders above changed files. One with the name of another takes its place, the nearest to the files first.
 *
 * @param wanted - names; empty: all. @param own - whether files of the repository count. Throws `ConfigError` for one that there is not, and for files that cannot be read.
 */
export async function findChecks(
  { root, files }: Pick<Change, "root" | "files">,
  wanted: readonly string[] = [],
  own = true,
): Promise<readonly Check[]> {
  const folders = new Set(["", ...files.flatMap(({ path }) => foldersAbove(path))]);
  const found = await Promise.all(
    (own ? [...folders].toSorted() : []).map((folder) => checksIn(root, folder)),
  );
  const byName = new Map([...builtinChecks, ...found.flat()].map((check) => [check.name, check]));
  for (const name of wanted) {
    if (byName.has(name)) continue;
    const near = nearestWord(name, [...byName.keys()]);
    throw new ConfigError("usage", `There is no check "${name}".`, {
      hint: near === undefined ? `There are: ${[...byName.keys()].join(", ")}.` : `Did you mean ${near}?`,
    });
  }
  return [...byName.values()].filter(({ name }) => wanted.length === 0 || wanted.includes(name));
}

function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === "." ? [] : [folder, ...foldersAbove(folder)];
}

async function checksIn(root: string, folder: string): Promise<readonly Check[]> {
  const place = join(root, folder, ".agents", "checks");
  const names = await readdir(place).catch(() => []);
  return Promise.all(
    names
      .filter((name) => /\.md$/i.test(name))
      .toSorted()
      .map(async (name) => parseCheck(await readFile(join(place, name), "utf8"), join(place, name), folder)),
  );
}
