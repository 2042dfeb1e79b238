import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { orNothing } from "./entries.ts";
import type { Repository } from "./git-folder.ts";
import { outputOfGit } from "./run-git.ts";

/** Answers by repository, as long as the index stays the same. */
const answers = new Map<string, { readonly stamp: string; readonly folders: readonly string[] }>();

/** The mode of a repository in the index, as its bytes there. */
const mode = Buffer.from([0, 0, 0xe0, 0]);

/**
 * Folders that the index has as repositories: Git runs in each of them when it is asked for the state of the outer one.
 *
 * @returns absolute paths.
 */
export async function gitlinksOf(repository: Repository): Promise<readonly string[]> {
  const file = join(repository.folder, "index");
  const stats = orNothing(() => statSync(file, { bigint: true }));
  if (stats === undefined) return [];
  const stamp = [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join();
  const before = answers.get(repository.folder);
  if (before?.stamp === stamp) return before.folders;
  const content = orNothing(() => readFileSync(file));
  // With the extension `link`, a part of the index is in another file.
  const hasSome = content?.includes(mode) || content?.includes("link");
  const listed = hasSome ? await outputOfGit(repository, ["ls-files", "--stage", "-z"]) : "";
  const folders = listed.split("\0").flatMap((line) => {
    const path = /^160000 \S+ \d\t(.+)$/s.exec(line)?.[1];
    return path === undefined ? [] : [join(repository.root, path)];
  });
  answers.set(repository.folder, { stamp, folders });
  return folders;
}
