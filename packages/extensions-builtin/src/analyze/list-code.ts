import { join } from "node:path";
import { listPaths } from "../developer/list-paths.ts";
import type { CodeReader } from "./read-code.ts";

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

/** Those that have one of these words. */
export function listCodeWith(
  reader: CodeReader,
  folder: string,
  words: readonly string[],
  signal: AbortSignal,
): Promise<ListedCode> {
  const patterns = words.flatMap((word) => ["-e", word]);
  return listed(
    reader,
    folder,
    ["--files-with-matches", "--fixed-strings", "--word-regexp", ...patterns],
    signal,
  );
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
