import { existsSync, lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, messageOf } from "@skein/protocol";
import { complaintOf, gitText, type Git } from "./git.ts";
import { repositoryAt, type Repository } from "./repository.ts";
import { branchOf, folderIn, listWorktrees, type Worktree } from "./worktree.ts";

/** What a session keeps of the worktree that it works in. */
export interface WorktreeRecord {
  readonly name: string;
  readonly branch: string;
  /** Its root. Absolute, as is the next one. */
  readonly path: string;
  /** The folder that it was asked for in. */
  readonly from: string;
}

export interface AddedWorktree {
  readonly worktree: WorktreeRecord;
  /** Where to work in it: what `from` is in the other working tree. */
  readonly cwd: string;
  /** Sentences on what is not in it. */
  readonly notices: readonly string[];
}

export interface WorktreeWish {
  readonly name: string;
  /** Absolute. The worktree begins with the commit that is checked out there. */
  readonly from: string;
  /** Whether one of this name is taken as it is: the same work was begun before. Default false. */
  readonly mayExist?: boolean;
}

/** Makes a worktree and its branch. @throws ConfigError with what is in the way; nothing has been made then. */
export async function addWorktree(
  git: Git,
  { name, from, mayExist = false }: WorktreeWish,
): Promise<AddedWorktree> {
  checkName(name);
  const repository = await repositoryAt(git, from);
  const head = await git(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], from);
  if (head.code !== 0) {
    throw new ConfigError("usage", `${repository.root} has no commit yet, and a worktree begins with one.`, {
      hint: "Commit something first, or work without a worktree.",
    });
  }
  const known = (await listWorktrees(git, from)).find((one) => one.name === name && !one.isMissing);
  if (!known || !mayExist) await refuseTaken(git, repository, { name, from, known });
  const path = join(prepareFolder(repository.main), name);
  if (!known) await checkOut(git, ["-b", branchOf(name), path, "HEAD"], from);
  return {
    worktree: { name, branch: branchOf(name), path, from },
    cwd: placeIn(path, repository.prefix),
    notices: await whatIsMissing(git, { ...repository, path, from }),
  };
}

/**
 * Makes a worktree that was removed again: with its branch, or, where that has gone, too, with the commit that is checked out
 * in `from`.
 */
export async function restoreWorktree(git: Git, record: WorktreeRecord): Promise<void> {
  const { main } = await repositoryAt(git, record.from);
  prepareFolder(main);
  const { branch, path, from } = record;
  const hasBranch = await isBranch(git, branch, from);
  await checkOut(git, hasBranch ? [path, branch] : ["-b", branch, path, "HEAD"], from);
}

/** `-f` is for a folder that was deleted without git. */
async function checkOut(git: Git, args: readonly string[], cwd: string): Promise<void> {
  const { code, stderr } = await git(["worktree", "add", "-f", "--quiet", ...args], cwd);
  if (code !== 0) throw new ConfigError("usage", `The worktree was not made: ${complaintOf(stderr)}`);
}

function checkName(name: string): void {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name) && !/\.\.|\.$|\.lock$/.test(name)) return;
  throw new ConfigError("usage", `A worktree cannot be named ${JSON.stringify(name)}.`, {
    hint: "Use at most 64 letters, digits, and - _ . after the first.",
  });
}

async function refuseTaken(
  git: Git,
  { main }: Repository,
  { name, from, known }: WorktreeWish & { readonly known: Worktree | undefined },
): Promise<void> {
  if (known) {
    throw new ConfigError("usage", `There is a worktree "${name}" already: ${known.path}.`, {
      hint: "Resume the session that works in it, or choose another name.",
    });
  }
  const path = join(folderIn(main), name);
  if (lstatSync(path, { throwIfNoEntry: false })) {
    throw new ConfigError("usage", `${path} exists, and is no worktree of this repository.`, {
      hint: "Move it away, or choose another name.",
    });
  }
  const taken = [branchOf(name), "skein"];
  for (const branch of taken) {
    if (!(await isBranch(git, branch, from))) continue;
    throw new ConfigError("usage", `There is a branch ${branch} already.`, {
      hint:
        branch === "skein"
          ? "Branches of worktrees are named skein/…: rename that branch, `git branch -m skein NEW`."
          : `Choose another name, or delete the branch: git branch -D ${branch}`,
    });
  }
}

async function isBranch(git: Git, branch: string, cwd: string): Promise<boolean> {
  return (await git(["show-ref", "--verify", "--quiet", `refs/heads/${branch}`], cwd)).code === 0;
}

/** The folder of the worktrees, which tells git itself that it is none of its business. */
function prepareFolder(main: string): string {
  const folder = folderIn(main);
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found && !found.isDirectory()) throw new Error("it is no folder");
    if (!found) mkdirSync(folder);
    const ignore = join(folder, ".gitignore");
    if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
    return folder;
  } catch (error) {
    throw new ConfigError("unreadable", `Worktrees cannot be made in ${folder}: ${messageOf(error)}.`, {
      hint: "Make it a folder that you can write to.",
    });
  }
}

function placeIn(path: string, prefix: string): string {
  const place = join(path, prefix);
  return existsSync(place) ? place.replace(/\/$/, "") : path;
}

interface NewPlace {
  readonly root: string;
  readonly prefix: string;
  readonly path: string;
  readonly from: string;
}

async function whatIsMissing(git: Git, { root, prefix, path, from }: NewPlace): Promise<readonly string[]> {
  const status = await gitText(git, ["status", "--porcelain", "--untracked-files=all"], root);
  const changed = status === "" ? 0 : status.split("\n").length;
  return [
    ...(changed === 0
      ? []
      : [
          `Not in the worktree: ${changed} changed ${changed === 1 ? "file" : "files"} of ${root} that ${changed === 1 ? "is" : "are"} not committed.`,
        ]),
    ...(prefix !== "" && !existsSync(join(path, prefix))
      ? [`${from} is not in the last commit: work begins in ${path}.`]
      : []),
    ...(existsSync(join(path, ".gitmodules"))
      ? ["Submodules are empty in the worktree: `git submodule update --init` fills them."]
      : []),
  ];
}
