import { ripgrep } from "./ripgrep.ts";

export interface ListedPaths {
  /** As ripgrep writes them. */
  readonly paths: readonly string[];
  /** Whether there are more. */
  readonly isPartial: boolean;
}

/** Paths that ripgrep lists in a folder and below, respecting ignore files. @param args - what to list. */
export async function listPaths(
  args: readonly string[],
  folder: string,
  most: number,
  signal: AbortSignal,
): Promise<ListedPaths> {
  const found: string[] = [];
  let unfinished = "";
  const decoder = new TextDecoder();
  const run = await ripgrep(
    [...args, "--null", "--hidden", "--no-require-git", "--glob=!.git", "--", "./"],
    folder,
    (output) => {
      const names = (unfinished + decoder.decode(output, { stream: true })).split("\0");
      unfinished = names.pop() ?? "";
      found.push(...names);
      return found.length < most;
    },
    signal,
  );
  return { paths: found.slice(0, most), isPartial: run.code === undefined };
}
