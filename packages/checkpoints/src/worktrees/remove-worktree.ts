import { basename } from "node:path";
import { gitText, type Git } from "./git.ts";
import { branchOf } from "./worktree.ts";

/**
 * Removes a worktree with all that is in it, and its branch.
 *
 * @param cwd - another working tree of the repository. @param commits - `merged`: the branch stays when it has others.
 */
export async function removeWorktree(
  git: Git,
  path: string,
  { cwd, commits }: { readonly cwd: string; readonly commits: "merged" | "any" },
): Promise<void> {
  // Twice: also one that git has locked.
  await gitText(git, ["worktree", "remove", "--force", "--force", path], cwd);
  const branch = branchOf(basename(path));
  const { code } = await git(["show-ref", "--verify", "--quiet", `refs/heads/${branch}`], cwd);
  if (code === 0) await git(["branch", "--quiet", commits === "any" ? "-D" : "-d", branch], cwd);
}
