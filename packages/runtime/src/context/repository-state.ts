import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { foldersOfProject } from "@skein/settings";

const underWay = [
  ["rebase-merge", "a rebase"],
  ["rebase-apply", "a rebase"],
  ["MERGE_HEAD", "a merge"],
  ["CHERRY_PICK_HEAD", "a cherry-pick"],
  ["REVERT_HEAD", "a revert"],
  ["BISECT_LOG", "a bisection"],
] as const;

export interface RepositoryState {
  /** Absent where a commit is checked out by itself. */
  readonly branch?: string;
  /** Its first twelve digits; only without a branch. */
  readonly commit?: string;
  /** `a rebase`, `a merge`. */
  readonly underWay?: string;
}

/**
 * Where the Git repository of a folder stands; `undefined` outside of one. Nothing is started for it: git would run what a
 * repository's configuration names. What is no plain ASCII in a name is a question mark.
 */
export function repositoryState(cwd: string): RepositoryState | undefined {
  try {
    const folder = gitFolder(foldersOfProject(cwd)[0] ?? cwd);
    const head = readFileSync(join(folder, "HEAD"), "utf8").trim();
    const [, branch] = /^ref: refs\/heads\/(.+)$/.exec(head) ?? [];
    const state = underWay.find(([file]) => existsSync(join(folder, file)));
    return {
      ...(branch === undefined ? { commit: plain(head.slice(0, 12)) } : { branch: plain(branch) }),
      ...(state ? { underWay: state[1] } : {}),
    };
  } catch {
    return undefined;
  }
}

/** Of a worktree or submodule, `.git` is a file that names it. */
function gitFolder(root: string): string {
  const git = join(root, ".git");
  if (statSync(git).isDirectory()) return git;
  const [, folder = ""] = /^gitdir: (.+)$/m.exec(readFileSync(git, "utf8")) ?? [];
  return resolve(root, folder.trim());
}

const plain = (name: string): string => name.replaceAll(/[^\x20-\x7E]/g, "?");
