import { join } from "node:path";
import { ripgrep } from "../developer/ripgrep.ts";
import type { CodeReader } from "./read-code.ts";

const mostFiles = 20_000;
const shared = ["--null", "--hidden", "--no-require-git", "--glob=!.git"];

export interface ListedCode {
  /** Absolute, sorted; without ignored and guarded ones. */
  readonly paths: readonly string[];
  /** Whether there are more. */
  readonly isPartial: boolean;
}

/** The files in a folder and below, respecting ignore files. */
export function listCode(reader: CodeReader, folder: string, signal: AbortSignal): Promise<ListedCode> {
  return listed(reader, folder, ["--files", ...shared, "--", "./"], signal);
}

/** Those that have one of these words. */
export function listCodeWith(
  reader: CodeReader,
  folder: string,
  words: readonly string[],
  signal: AbortSignal,
): Promise<ListedCode> {
  const patterns = words.flatMap((word) => ["-e", word]);
  const args = ["--files-with-matches", "--fixed-strings", "--word-regexp", ...shared, ...patterns];
  return listed(reader, folder, [...args, "--", "./"], signal);
}

async function listed(
  reader: CodeReader,
  folder: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<ListedCode> {
  const found: string[] = [];
  let unfinished = "";
  const decoder = new TextDecoder();
  const run = await ripgrep(
    args,
    folder,
    (output) => {
      const names = (unfinished + decoder.decode(output, { stream: true })).split("\0");
      unfinished = names.pop() ?? "";
      found.push(...names);
      return found.length < mostFiles;
    },
    signal,
  );
  const paths = found.map((name) => join(folder, name)).filter(reader.isShown);
  return { paths: paths.toSorted(), isPartial: run.code === undefined };
}
