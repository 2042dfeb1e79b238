import { basename } from "node:path";
import { gitText, type Git } from "./git.ts";
import { branchOf } from "./worktree.ts";

/** What was done in a worktree, against the commit that is checked out elsewhere. */
export interface WorktreeWork {
  /** That the other working tree does not have. */
  readonly commits: number;
  /** Files that differ from where the two parted, committed or not. */
  readonly files: number;
  /** Files with changes that are not committed. */
  readonly uncommitted: number;
}

/** @param path - of the worktree. @param target - in the working tree that the work would be merged into. */
export async function workIn(git: Git, path: string, target: string): Promise<WorktreeWork> {
  const head = await gitText(git, ["rev-parse", "HEAD"], target);
  const parted = await git(["merge-base", head, "HEAD"], path);
  const base = parted.code === 0 ? parted.stdout.trim() : head;
  // In the middle of a rebase the branch has commits that HEAD has not.
  const own = `refs/heads/${branchOf(basename(path))}`;
  const { code } = await git(["show-ref", "--verify", "--quiet", own], path);
  const heads = code === 0 ? ["HEAD", own] : ["HEAD"];
  const [commits, changed, fresh, uncommitted] = await Promise.all([
    gitText(git, ["rev-list", "--count", ...heads, `^${head}`], path),
    gitText(git, ["diff", "--name-only", base], path),
    gitText(git, ["ls-files", "--others", "--exclude-standard"], path),
    gitText(git, ["status", "--porcelain", "--untracked-files=all"], path),
  ]);
  return {
    commits: Number(commits),
    files: linesIn(changed) + linesIn(fresh),
    uncommitted: linesIn(uncommitted),
  };
}

export function isUntouched({ commits, uncommitted }: WorktreeWork): boolean {
  return commits === 0 && uncommitted === 0;
}

const linesIn = (text: string): number => (text === "" ? 0 : text.split("\n").length);
