import { basename, dirname, join } from "node:path";
import { isBare, repositoriesIn } from "./git-folder.ts";
import { harmlessText, isHarmlessPart, partsOf } from "./repository-parts.ts";
import { statsAt } from "./entries.ts";

/** Something in a repository that a command has made, and that Git would run or obey. */
export interface RepositoryProblem {
  /** Absolute. */
  readonly path: string;
  readonly reason: string;
  /** What takes its place. Default: nothing. */
  readonly harmlessText?: string;
}

/** Repositories at a path: it is one, or has those of submodules in it. */
export function repositoriesAt(path: string): readonly string[] {
  if (basename(path) === "modules") return repositoriesIn(path);
  return isBare(path) ? [path, ...repositoriesIn(join(path, "modules"))] : [];
}

/**
 * What Git would run or obey in repositories that were not there before. What `git init` and `git clone` leave is no problem.
 *
 * @param path - where a repository may be made: `.git`, the folder of submodules, or the workspace, as a bare one.
 */
export function newRepositoryProblems(path: string, before: readonly string[]): readonly RepositoryProblem[] {
  const stats = statsAt(path);
  const isOwn = basename(path) === ".git";
  if (stats && !stats.isDirectory()) return isOwn ? [{ path, reason: "which repository Git uses here" }] : [];
  const tree = isOwn ? dirname(path) : dirname(dirname(path));
  const problems = repositoriesAt(path)
    .filter((folder) => !before.includes(folder))
    .flatMap((folder) => problemsOf(folder, folder === path ? undefined : tree));
  if (isOwn || basename(path) === "modules" || problems.length === 0) return problems;
  // Other files of a workspace may be anything: without a HEAD they are no repository.
  return [{ path: join(path, "HEAD"), reason: "that Git takes this folder for a repository" }];
}

/** @param worktree - of a submodule: where it may have its working tree. */
function problemsOf(folder: string, worktree?: string): readonly RepositoryProblem[] {
  return partsOf(folder, worktree)
    .filter((part) => !isHarmlessPart(part))
    .map((part) => {
      const text = harmlessText(part);
      return { path: part.path, reason: part.reason, ...(text === undefined ? {} : { harmlessText: text }) };
    });
}
