import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

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

/** Where a repository has the worktrees of sessions. */
export const worktreesFolder = ".worktrees";

/** The folder that stands for the project of `cwd`, whichever of its worktrees that is in. */
export function projectOf(cwd: string): string {
  const [root = cwd] = foldersOfProject(cwd);
  return mainFolderOf(root);
}

/**
 * The folder of the repository that a worktree of a session belongs to; any other folder is its own.
 *
 * @param root - absolute; the root of a working tree.
 */
export function mainFolderOf(root: string): string {
  const folder = dirname(root);
  const isWorktree =
    basename(folder) === worktreesFolder && statSync(join(root, ".git"), { throwIfNoEntry: false })?.isFile();
  return isWorktree ? dirname(folder) : root;
}
