import { existsSync, readFileSync, statSync } from "node:fs";
import { arch, type } from "node:os";
import { basename, join, resolve } from "node:path";
import type { ContextSection } from "@skein/protocol";
import { foldersOfProject } from "@skein/settings";

/**
 * What the machine is and where the repository stands, as it was when the session was opened. Nothing is started for it:
 * git would run what a repository's configuration names.
 *
 * @param shell - what runs commands; `undefined`: nothing does.
 */
export function environmentSection(cwd: string, shell: string | undefined): ContextSection {
  const git = repositoryState(cwd);
  const machine = `System: ${type()} ${arch()}${shell === undefined ? "" : `, shell: ${basename(shell)}`}`;
  return { name: "environment", text: git === undefined ? machine : `${machine}\nGit at the start: ${git}` };
}

const underWay = [
  ["rebase-merge", "a rebase"],
  ["rebase-apply", "a rebase"],
  ["MERGE_HEAD", "a merge"],
  ["CHERRY_PICK_HEAD", "a cherry-pick"],
  ["REVERT_HEAD", "a revert"],
  ["BISECT_LOG", "a bisection"],
] as const;

/** The branch or commit, and what is under way; `undefined` outside of a repository. */
function repositoryState(cwd: string): string | undefined {
  try {
    const folder = gitFolder(foldersOfProject(cwd)[0] ?? cwd);
    const head = readFileSync(join(folder, "HEAD"), "utf8").trim();
    const [, branch] = /^ref: refs\/heads\/(.+)$/.exec(head) ?? [];
    const where = branch === undefined ? `no branch, commit ${head.slice(0, 12)}` : `branch ${branch}`;
    const state = underWay.find(([file]) => existsSync(join(folder, file)));
    return [where, ...(state ? [`${state[1]} is under way`] : [])]
      .join(", ")
      .replaceAll(/[^\x20-\x7E]/g, "?");
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
