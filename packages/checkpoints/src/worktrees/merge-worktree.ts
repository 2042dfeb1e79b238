import { ConfigError } from "@skein/protocol";
import { authorSettings } from "./author.ts";
import { commitAll } from "./commit-all.ts";
import { complaintOf, gitText, type Git } from "./git.ts";
import { removeWorktree } from "./remove-worktree.ts";
import { repositoryAt } from "./repository.ts";

export interface MergeWish {
  /** Root of the worktree. */
  readonly path: string;
  /** A folder of the working tree that gets its work. */
  readonly into: string;
  /** Of the commit of what is not committed in the worktree. */
  readonly message: string;
}

/** `conflicts`: nothing was merged, and both working trees are as before, but for what was committed in the worktree. */
export type Merged = { readonly branch: string } | { readonly conflicts: readonly string[] };

/**
 * Commits what is left in a worktree, merges its commits into the branch that is checked out in another working tree, and
 * removes the worktree and its branch.
 *
 * @throws ConfigError when git refuses to merge; the worktree stays then.
 */
export async function mergeWorktree(git: Git, { path, into, message }: MergeWish): Promise<Merged> {
  const { root } = await repositoryAt(git, into);
  if (root === path) {
    throw new ConfigError("usage", `${into} is in the worktree itself.`, {
      hint: "Merge it from the working tree that is to have its work.",
    });
  }
  const unmerged = await unmergedFiles(git, path);
  if (unmerged.length > 0) {
    throw new ConfigError("usage", `A merge or rebase in ${path} is not finished: ${unmerged.join(", ")}.`, {
      hint: "Finish or abort it there first.",
    });
  }
  await commitAll(git, path, message);
  const commit = await gitText(git, ["rev-parse", "HEAD"], path);
  const { code, stderr, stdout } = await git(
    [...(await authorSettings(git, root)), "merge", "--quiet", "--no-edit", commit],
    root,
  );
  if (code !== 0) {
    const conflicts = await unmergedFiles(git, root);
    if (conflicts.length === 0) {
      throw new ConfigError("usage", `${root} could not be merged into: ${complaintOf(stderr || stdout)}`, {
        hint: "Commit or stash what has changed there, then merge again.",
      });
    }
    await gitText(git, ["merge", "--abort"], root);
    return { conflicts };
  }
  await removeWorktree(git, path, { cwd: root, commits: "merged" });
  const branch = await git(["symbolic-ref", "--short", "--quiet", "HEAD"], root);
  return { branch: branch.stdout.trim() || "HEAD" };
}

async function unmergedFiles(git: Git, cwd: string): Promise<readonly string[]> {
  const text = await gitText(git, ["diff", "--name-only", "--diff-filter=U"], cwd);
  return text === "" ? [] : text.split("\n");
}
