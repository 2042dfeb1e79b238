import { lstatSync, realpathSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "@skein/platform/folders";
import { orNothing } from "./entries.ts";
import {
  folderNamedBy,
  isRepository,
  linkedFolderOf,
  repositoriesIn,
  type Repository,
} from "./git-folder.ts";
import { gitlinksOf } from "./gitlinks.ts";
import { repositoriesBelow } from "./nested-folders.ts";
import { entryParts, namesIn, partsOf, settingsAt, type RepositoryPart } from "./repository-parts.ts";

/** A repository in a subfolder of something that a command can write to. */
export interface NestedRepository {
  /** Its `.git`, or the folder itself where it is bare. */
  readonly path: string;
  /** Device and inode: a folder can be moved with the repositories in it. */
  readonly identity: string;
  /** By their path below `path`; `` is `path` itself where it is a file or a link. */
  readonly parts: ReadonlyMap<string, RepositoryPart>;
}

/** Where nested repositories are looked for. */
export interface NestedPlace {
  readonly roots: readonly string[];
  /** Neither searched nor checked: folders that commands do not see, and the workspace's own `.git`. */
  readonly skipped: readonly string[];
  readonly repository: Repository | undefined;
}

/** The repositories in subfolders, as they were before a call. */
export interface NestedBefore {
  readonly place: NestedPlace;
  readonly repositories: readonly NestedRepository[];
}

/** The repositories that are there now. */
export async function nestedRepositories(place: NestedPlace): Promise<readonly NestedRepository[]> {
  const { roots, skipped, repository } = place;
  const isSkipped = (path: string) => skipped.some((one) => isInside(path, one));
  const skippedPaths = new Set(skipped);
  const below = roots.flatMap((root) => repositoriesBelow(root, skippedPaths));
  const linked = repository ? await gitlinksOf(repository) : [];
  const inIndex = linked.map((path) => join(path, ".git")).filter((path) => isSafe(path, roots));
  const paths = [...new Set([...below, ...inIndex])].filter((path) => !isSkipped(path));
  const own = repository ? [repository.common] : [];
  const folders = [...own, ...paths];
  return paths.flatMap((path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return [];
    return [{ path, identity: `${stats.dev}:${stats.ino}`, parts: partsAt(path, stats, folders) }];
  });
}

/** Whether it is in something writable, and no link leads away from there. */
function isSafe(path: string, roots: readonly string[]): boolean {
  const folder = dirname(path);
  return roots.some((root) => isInside(folder, root)) && orNothing(() => realpathSync(folder)) === folder;
}

function partsAt(
  path: string,
  stats: Stats,
  folders: readonly string[],
): ReadonlyMap<string, RepositoryPart> {
  if (!stats.isDirectory()) return new Map(partsOfFile(path, folders));
  const modules = repositoriesIn(join(path, "modules"));
  const worktrees = namesIn(join(path, "worktrees")).map((name) => join(path, "worktrees", name));
  const found = [
    ...partsOf(path),
    ...modules.flatMap((folder) => partsOf(folder, dirname(path))),
    ...worktrees.flatMap((folder) => settingsAt(join(folder, "config.worktree"))),
  ];
  return new Map(found.map((part) => [part.path.slice(path.length + 1), part]));
}

/** Of a `.git` that names a folder: harmless where that is of a repository which is checked itself. */
function partsOfFile(
  path: string,
  folders: readonly string[],
): readonly (readonly [string, RepositoryPart])[] {
  const linked = linkedFolderOf(path);
  const named = orNothing(() => folderNamedBy(path));
  const isHarmless = folders.some(
    (folder) =>
      linked?.common === folder ||
      // While a submodule is cloned, its settings do not name the working tree yet.
      (named !== undefined && isInside(named, join(folder, "modules")) && isRepository(named)),
  );
  const file = entryParts(path, "which repository Git uses there");
  const settings = linked && isHarmless ? settingsAt(join(linked.folder, "config.worktree")) : [];
  return [
    ...file.map((part) => ["", { ...part, isHarmless }] as const),
    ...settings.map((part) => [">config.worktree", part] as const),
  ];
}
