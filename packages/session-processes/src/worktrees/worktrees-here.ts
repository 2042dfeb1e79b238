import { ConfigError } from "@skein/protocol";
import type { ListedSession } from "@skein/sessions";
import {
  conflictsIn,
  isUntouched,
  listWorktrees,
  mergeWorktree,
  removeWorktree,
  workIn,
  worktreeNamed,
  type Worktree,
  type WorktreeWork,
} from "@skein/checkpoints/worktrees";
import type { Machine } from "@skein/host";
import { userGit } from "./user-git.ts";

export interface ListedWorktree extends Worktree {
  /** `undefined` where its folder is missing. */
  readonly work: WorktreeWork | undefined;
  /** Ids of the sessions that work in it, the newest first. */
  readonly sessions: readonly string[];
}

/** Those of the repository of a folder. @param listed - all sessions, the newest first. */
export async function listWorktreesHere(
  machine: Machine,
  cwd: string,
  listed: readonly ListedSession[],
): Promise<readonly ListedWorktree[]> {
  const git = userGit(machine);
  const all = await listWorktrees(git, cwd);
  return Promise.all(
    all.map(async (one) => ({
      ...one,
      work: one.isMissing ? undefined : await workIn(git, one.path, cwd),
      sessions: listed
        .filter((line) => "summary" in line && line.summary.worktree?.path === one.path)
        .map(({ session }) => session),
    })),
  );
}

/**
 * Commits what is left in a worktree, merges it into the branch that is checked out in a folder, and removes it.
 *
 * @returns what was merged, and into which branch. Throws `ConfigError` when nothing was.
 */
export async function mergeWorktreeHere(
  machine: Machine,
  cwd: string,
  name: string,
): Promise<{ readonly work: WorktreeWork; readonly branch: string }> {
  const git = userGit(machine);
  const { path, isMissing } = await worktreeNamed(git, cwd, name);
  if (isMissing) throw new ConfigError("usage", `The folder of the worktree "${name}" is gone: ${path}.`);
  const work = await workIn(git, path, cwd);
  const merged = await mergeWorktree(git, { path, into: cwd, message: `Work in the worktree ${name}` });
  if ("branch" in merged) return { work, branch: merged.branch };
  throw new ConfigError("usage", conflictsIn(merged.conflicts), {
    hint: `In ${path}, merge the branch of ${cwd} and resolve the conflicts, then merge the worktree again.`,
  });
}

/** @param force - also with work that was not merged, which is lost then. Throws `ConfigError` otherwise. */
export async function removeWorktreeHere(
  machine: Machine,
  cwd: string,
  { name, force }: { readonly name: string; readonly force: boolean },
): Promise<void> {
  const git = userGit(machine);
  const { path, isMissing } = await worktreeNamed(git, cwd, name);
  const work = isMissing || force ? undefined : await workIn(git, path, cwd);
  if (work && !isUntouched(work)) {
    throw new ConfigError("usage", `The worktree "${name}" has work that is not merged.`, {
      nextStep: { do: "merge-worktree", name },
    });
  }
  await removeWorktree(git, path, { cwd, commits: isMissing && !force ? "merged" : "any" });
}
