import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";

export interface GitFolder {
  /** What Git must be able to write, links resolved; it can be outside of the workspace. */
  readonly writable: readonly string[];
  /** What Git runs or obeys: a command must neither change nor create it. */
  readonly protect: readonly string[];
}

/**
 * The Git folder of a workspace, which may be a folder in a repository or a linked worktree. A `.git` that points to a
 * folder which does not point back grants nothing: what is in the workspace could have been written by anybody.
 */
export function gitFolderOf(workspace: string): GitFolder {
  const own = join(workspace, ".git");
  const found = nearest(workspace);
  if (found === undefined) return { writable: [], protect: [own] };
  // In a folder of a repository, a repository of its own would come first.
  const protect = found === own ? [] : [own];
  if (lstatSync(found).isDirectory()) {
    if (!isHarmless(join(found, "commondir"))) return { writable: [], protect: [...protect, found] };
    return { writable: [found], protect: [...protect, ...inside(found, undefined)] };
  }
  const linked = worktreeOf(found);
  if (linked === undefined) return { writable: [], protect: [...protect, found] };
  const { common, folder } = linked;
  return { writable: [common], protect: [...protect, found, ...inside(common, folder)] };
}

/** What `commondir` says when it says nothing: the folder is its own. It keeps another one from being named. */
export const harmlessCommonFolder = ".\n";

function isHarmless(file: string): boolean {
  const text = textOf(file);
  return text === undefined || text === harmlessCommonFolder;
}

function nearest(workspace: string): string | undefined {
  for (let folder = workspace; ; folder = dirname(folder)) {
    const found = join(folder, ".git");
    const stat = lstatSync(found, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink()) return undefined;
    if (stat?.isFile() || lstatSync(join(found, "HEAD"), { throwIfNoEntry: false })) return found;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Of a `.git` file: the folder it names, if that folder names it, too. */
function worktreeOf(file: string): { readonly common: string; readonly folder: string } | undefined {
  try {
    const named = /^gitdir: (.+)\n?$/.exec(readFileSync(file, "utf8"))?.[1];
    if (named === undefined) return undefined;
    const folder = realpathSync(resolve(dirname(file), named));
    const back = readFileSync(join(folder, "gitdir"), "utf8").trim();
    const common = realpathSync(resolve(folder, readFileSync(join(folder, "commondir"), "utf8").trim()));
    const isOwn = realpathSync(back) === realpathSync(file) && dirname(folder) === join(common, "worktrees");
    return isOwn ? { common, folder } : undefined;
  } catch {
    return undefined;
  }
}

function inside(common: string, worktree: string | undefined): readonly string[] {
  const names = ["hooks", "config", "config.worktree", "commondir", "modules"];
  const others = worktree === undefined ? [] : ["commondir", "gitdir", "config.worktree"];
  return [...names.map((name) => join(common, name)), ...others.map((name) => join(worktree ?? "", name))];
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return lstatSync(file, { throwIfNoEntry: false }) ? "" : undefined;
  }
}

/** Whether a path is a folder or something in it. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith("../") && !isAbsolute(way));
}
