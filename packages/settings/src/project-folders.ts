import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folders from the root of the repository down to `cwd`; outside a repository only `cwd`, because folders above
 * it may belong to anyone.
 *
 * @param cwd - absolute.
 */
export function foldersOfProject(cwd: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (existsSync(join(folder, ".git"))) return folders;
    if (folder === dirname(folder)) return [cwd];
  }
}
