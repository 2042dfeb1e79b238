import { basename, dirname, join } from "node:path";
import { ConfigError } from "@skein/protocol";
import { worktreesFolder } from "@skein/settings";
import { gitText, type Git } from "./git.ts";
import { repositoryAt } from "./repository.ts";

export interface Worktree {
  readonly name: string;
  /** Its root. */
  readonly path: string;
  /** What is checked out in it; `undefined`: a commit by itself. */
  readonly branch: string | undefined;
  /** Whether its folder was deleted without git. */
  readonly isMissing: boolean;
}

/** What the branch of a new worktree is called. */
export const branchOf = (name: string): string => `skein/${name}`;

/** Where the worktrees of a repository are. */
export const folderIn = (main: string): string => join(main, worktreesFolder);

/** Those that `addWorktree` has made in the repository of a folder, in git's order. */
export async function listWorktrees(git: Git, cwd: string): Promise<readonly Worktree[]> {
  const { main } = await repositoryAt(git, cwd);
  const listed = await gitText(git, ["worktree", "list", "--porcelain", "-z"], cwd);
  return listed
    .split("\0\0")
    .map((block) => block.split("\0"))
    .flatMap((lines) => {
      const path = valueOf(lines, "worktree") ?? "";
      if (dirname(path) !== folderIn(main)) return [];
      const branch = valueOf(lines, "branch")?.replace(/^refs\/heads\//, "");
      const isMissing = lines.some((line) => line.startsWith("prunable"));
      return [{ name: basename(path), path, branch, isMissing }];
    });
}

/** @throws ConfigError when there is none of this name. */
export async function worktreeNamed(git: Git, cwd: string, name: string): Promise<Worktree> {
  const all = await listWorktrees(git, cwd);
  const found = all.find((one) => one.name === name);
  if (found) return found;
  const names = all.map((one) => one.name).join(", ");
  throw new ConfigError("usage", `There is no worktree "${name}" of this repository.`, {
    hint: names === "" ? "There are none." : `There are: ${names}.`,
  });
}

function valueOf(lines: readonly string[], key: string): string | undefined {
  return lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1);
}
