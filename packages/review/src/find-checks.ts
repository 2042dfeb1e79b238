import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readText } from "@skein/platform/text";
import { builtinChecks, parseCheck, type Check } from "./check.ts";
import type { Change } from "./read-change.ts";

/**
 * The checks for a change: those that come with Skein, and the files in `.agents/checks` of the repository's root and of the
 * folders above changed files. One with the name of another takes its place, the nearest to the files first.
 *
 * @param own - whether files of the repository count. Throws `ConfigError` for files that cannot be read.
 */
export async function findChecks(
  { root, files }: Pick<Change, "root" | "files">,
  own = true,
): Promise<readonly Check[]> {
  const folders = new Set(["", ...files.flatMap(({ path }) => foldersAbove(path))]);
  const found = await Promise.all(
    (own ? [...folders].toSorted() : []).map((folder) => checksIn(root, folder)),
  );
  return [...new Map([...builtinChecks, ...found.flat()].map((check) => [check.name, check])).values()];
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
      .map(async (name) => {
        const path = join(place, name);
        return parseCheck((await readText(await readFile(path))).text, path, folder);
      }),
  );
}
