import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { statsAt } from "./entries.ts";

/** A repository whose history says what commands may write under protected names. Links are resolved. */
export interface Repository {
  /** The root of the working tree. */
  readonly root: string;
  /** What all worktrees share: objects, branches, settings. */
  readonly common: string;
  /** What this worktree alone has: HEAD and the index. */
  readonly folder: string;
}

export interface GitFolder {
  /** What Git must be able to write; it can be outside of the workspace. */
  readonly writable: readonly string[];
  /** What Git runs or obeys: a command must neither change nor create it. */
  readonly protect: readonly string[];
  /** Where a command may create a repository, whose settings and hooks are checked afterwards. */
  readonly create: readonly string[];
  readonly repository: Repository | undefined;
  /** Whether commands have made the repository: it is checked as a new one, and nothing in it is known. */
  readonly isMade: boolean;
}

/**
 * The Git folder of a workspace, which may be a folder in a repository, a linked worktree or a submodule. A `.git` that points
 * to a folder which does not point back grants nothing: what is in the workspace could have been written by anybody.
 *
 * @param isMade - whether commands have made the repository in a `.git`. Default: they have made none.
 */
export function gitFolderOf(workspace: string, isMade: (git: string) => boolean = () => false): GitFolder {
  const own = join(workspace, ".git");
  const ownStat = statsAt(own);
  const found = nearest(workspace);
  const nothing = { writable: [], create: [], repository: undefined, isMade: false };
  // A bare repository: all of it is in the workspace.
  if (found === undefined && ownStat === undefined && isBare(workspace))
    return { ...nothing, protect: inside(workspace) };
  if (found === undefined || (ownStat !== undefined && found !== own)) {
    // An empty `.git` is filled by `git init`; anything else there is not a repository.
    const canCreate = ownStat === undefined || isEmptyFolder(own);
    return canCreate ? { ...nothing, protect: [], create: [own, workspace] } : { ...nothing, protect: [own] };
  }
  // In a folder of a repository, a repository of its own would come first.
  const create = found === own ? [] : [own, workspace];
  if (lstatSync(found).isDirectory()) {
    if (!isHarmless(join(found, "commondir"))) return { ...nothing, create, protect: [found] };
    const repository = { root: dirname(found), common: found, folder: found };
    if (found === own && isMade(own)) {
      // Only of a new repository: `git clone` writes them.
      const protect = [join(own, "info/attributes")];
      return { writable: [], create: [own, workspace], protect, repository, isMade: true };
    }
    return {
      writable: [found],
      create: [...create, ...modulesIn(found)],
      protect: inside(found),
      repository,
      isMade: false,
    };
  }
  const linked = linkedFolderOf(found);
  if (linked === undefined) return { ...nothing, create, protect: [found] };
  const { common, folder } = linked;
  return {
    writable: [common],
    create: [...create, ...modulesIn(common)],
    protect: [found, ...inside(common)],
    repository: { root: dirname(found), common, folder },
    isMade: false,
  };
}

/** Text of a `commondir` that names its own folder. */
export const harmlessCommonFolder = ".\n";

function isHarmless(file: string): boolean {
  const text = readIfPresent(file);
  return text === undefined || text === harmlessCommonFolder;
}

function nearest(workspace: string): string | undefined {
  for (let folder = workspace; ; folder = dirname(folder)) {
    const found = join(folder, ".git");
    const stat = statsAt(found);
    if (stat?.isSymbolicLink()) return undefined;
    if (stat?.isFile() || isRepository(found)) return found;
    if (folder === dirname(folder)) return undefined;
  }
}

export function isRepository(folder: string): boolean {
  return statsAt(join(folder, "HEAD")) !== undefined;
}

/** Whether Git would take the folder itself for a repository. */
export function isBare(folder: string): boolean {
  return ["HEAD", "objects", "refs"].every((name) => statsAt(join(folder, name)));
}

function isEmptyFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory() && readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

type Linked = Pick<Repository, "common" | "folder">;

/** The folder that a `.git` file names, of a linked worktree or a submodule. */
export function linkedFolderOf(file: string): Linked | undefined {
  return worktreeOf(file) ?? submoduleOf(file);
}

/** The folder that a `.git` file names, if that folder names the file, too. */
function worktreeOf(file: string): Linked | undefined {
  try {
    const folder = folderNamedBy(file);
    const back = readFileSync(join(folder, "gitdir"), "utf8").trim();
    const common = realpathSync(resolve(folder, readFileSync(join(folder, "commondir"), "utf8").trim()));
    const isOwn = realpathSync(back) === realpathSync(file) && dirname(folder) === join(common, "worktrees");
    return isOwn ? { common, folder } : undefined;
  } catch {
    return undefined;
  }
}

/** The folder of a submodule: its settings name the working tree. */
function submoduleOf(file: string): Linked | undefined {
  try {
    const folder = folderNamedBy(file);
    const named = /^\s*worktree\s*=\s*(\S.*?)\s*$/im.exec(readFileSync(join(folder, "config"), "utf8"))?.[1];
    if (named === undefined || !isRepository(folder) || !isHarmless(join(folder, "commondir")))
      return undefined;
    const isOwn = realpathSync(resolve(folder, named)) === realpathSync(dirname(file));
    return isOwn ? { common: folder, folder } : undefined;
  } catch {
    return undefined;
  }
}

/** The folder that a `.git` file names. Throws when it names none. */
export function folderNamedBy(file: string): string {
  const named = /^gitdir: (.+)\n?$/.exec(readFileSync(file, "utf8"))?.[1];
  if (named === undefined) throw new Error(`${file} names no folder`);
  return realpathSync(resolve(dirname(file), named));
}

/** More repositories than this below one are protected together: nothing below them can be written. */
const mostBelow = 40;

function inside(common: string): readonly string[] {
  const modules = repositoriesIn(join(common, "modules"));
  const worktrees = namesIn(join(common, "worktrees")).map((name) => join(common, "worktrees", name));
  return [
    ...partsOf(common),
    ...(modules.length > mostBelow ? [join(common, "modules")] : modules.flatMap(partsOf)),
    ...worktrees.flatMap((folder) =>
      ["commondir", "gitdir", "config.worktree"].map((name) => join(folder, name)),
    ),
  ];
}

function partsOf(folder: string): readonly string[] {
  return ["hooks", "config", "config.worktree", "commondir", "info/attributes"].map((name) =>
    join(folder, name),
  );
}

/** Where repositories of submodules can be created. */
function modulesIn(common: string): readonly string[] {
  return [join(common, "modules")];
}

/** Submodules have names with slashes, and submodules of their own. */
export function repositoriesIn(folder: string, depth = 0): readonly string[] {
  if (depth > 6) return [];
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    if (!isRepository(path)) return repositoriesIn(path, depth + 1);
    return [path, ...repositoriesIn(join(path, "modules"), depth + 1)];
  });
}

/** Of folders, not of links to folders. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return statsAt(file) ? "" : undefined;
  }
}
