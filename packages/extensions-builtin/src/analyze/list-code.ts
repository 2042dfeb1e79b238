import { join } from "node:path";
import { listPaths } from "../developer/list-paths.ts";
import { findEncodedFiles, listUnusualFiles, withNul } from "../developer/search-encodings.ts";
import type { CodeReader } from "./read-code.ts";
import { loadCodeAnalysis } from "../later.ts";

const mostFiles = 20_000;

export interface ListedCode {
  /** Absolute, sorted; without ignored and guarded ones. */
  readonly paths: readonly string[];
  /** Whether there are more. */
  readonly isPartial: boolean;
}

/** The files in a folder and below, respecting ignore files. */
export function listCode(reader: CodeReader, folder: string, signal: AbortSignal): Promise<ListedCode> {
  return listed(reader, folder, ["--files"], signal);
}

/** Those that have one of these words, and those in which ripgrep could not find it. */
export async function listCodeWith(
  reader: CodeReader,
  folder: string,
  words: readonly string[],
  signal: AbortSignal,
): Promise<ListedCode> {
  const patterns = words.flatMap((word) => ["-e", word]);
  const args = ["--files-with-matches", "--fixed-strings", "--word-regexp", ...patterns];
  const [found, encoded] = await Promise.all([
    listed(reader, folder, args, signal),
    listEncoded(folder, words, signal),
  ]);
  const more = encoded.map((name) => join(folder, name)).filter(reader.isShown);
  return { ...found, paths: [...new Set([...found.paths, ...more])].toSorted() };
}

/** Source files in encodings that ripgrep does not detect, and in which the words have other bytes. */
async function listEncoded(
  folder: string,
  words: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { languageOf } = await loadCodeAnalysis();
  const isAscii = words.every((word) => /^\p{ASCII}*$/u.test(word));
  const options = ["--hidden", "--no-require-git", "--glob=!.git"];
  const scope = { options, path: "./", ...(isAscii ? { pattern: withNul } : {}) };
  const names = (await listUnusualFiles(scope, folder, signal)).filter(
    (name) => languageOf(name) !== undefined,
  );
  return (await findEncodedFiles(names, { cwd: folder, signal })).map(({ path }) => path);
}

async function listed(
  reader: CodeReader,
  folder: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<ListedCode> {
  const { paths, isPartial } = await listPaths(args, folder, mostFiles, signal);
  const shown = paths.map((name) => join(folder, name)).filter(reader.isShown);
  return { paths: shown.toSorted(), isPartial };
}
