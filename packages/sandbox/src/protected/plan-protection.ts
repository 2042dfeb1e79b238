import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "@skein/platform/folders";
import { orNothing, statsAt } from "./entries.ts";
import { watch, type WatchedPath } from "./call-records.ts";
import { gitFolderOf, type GitFolder } from "./git-folder.ts";
import { refsBeforeCall } from "./known-refs.ts";
import { isMadeRepository } from "./made-by-commands.ts";
import type { MadeRecords } from "./made-folder.ts";
import type { NestedPlace } from "./nested-repositories.ts";
import type { ProtectedPath } from "./protected-paths.ts";
import type { Refs } from "./refs.ts";
import { resolvedParents } from "./resolved-parents.ts";
import { versionedNames } from "./versioned-names.ts";

/** How the protected paths of one call are protected. */
export interface Protection {
  readonly git: GitFolder;
  readonly refs: Refs;
  /** What is mounted read-only; it exists. */
  readonly mounted: readonly string[];
  /** What is compared after the call. */
  readonly watched: readonly WatchedPath[];
  /** Where repositories in subfolders are compared after the call. */
  readonly nested: NestedPlace;
}

interface PlanOptions {
  /** Folders that the command can write to, without those of Git; links resolved. */
  readonly writable: readonly string[];
  /** Paths that it does not see. */
  readonly hidden: readonly string[];
  readonly records: MadeRecords;
}

export async function planProtection(
  workspace: string,
  protect: readonly ProtectedPath[],
  { writable, hidden, records }: PlanOptions,
): Promise<Protection> {
  const git = gitFolderOf(workspace, (path) => isMadeRepository(records, path));
  const roots = [...writable, ...git.writable];
  const isWritable = (path: string) => roots.some((root) => isInside(path, root));
  const gitParts = git.protect.map((path): ProtectedPath => ({ path, reason: gitReason, by: "mount" }));
  const resolved = resolvedParents([...protect, ...gitParts].map(({ path }) => path));
  const all = [...protect, ...gitParts].map((one, index) => ({ ...one, path: resolved[index] ?? one.path }));
  // A link outside of what is writable stays what it is, and where it leads may be the work in hand: files of a home folder.
  const within = all.filter(({ path }) => isWritable(path));
  const targets = within
    .flatMap(targetOf)
    .filter(({ path }) => isWritable(path) && !roots.some((root) => isInside(root, path)));
  const paths = [...new Map([...within, ...targets].map((one) => [one.path, one])).values()];
  const refs: Refs = git.repository ? refsBeforeCall(git.repository, records) : new Set();
  const present = paths.filter(({ by, path }) => by === "content" && isFileOrFolder(path));
  const names = present.map(({ path }) => path);
  const { tracked, versioned } = git.repository
    ? await versionedNames(git.repository, refs, names)
    : { tracked: new Set<string>(), versioned: new Set<string>() };
  const mounted: string[] = [];
  const watched: WatchedPath[] = [];
  for (const one of paths) {
    const accepts = one.by === "content" ? "content" : "nothing";
    // A link can be replaced, and cannot be mounted over.
    if (!isFileOrFolder(one.path)) watched.push(watch(one, accepts));
    else if (one.by === "mount" || !versioned.has(one.path)) mounted.push(one.path);
    else {
      const item = watch(one, accepts);
      watched.push(item);
      mounted.push(...untrackedIn(one.path, item.before ? [...item.before.keys()] : [], tracked));
    }
  }
  const created = git.create
    .filter(isWritable)
    .map((path) => watch({ path, reason: gitReason }, "repository"))
    .map((one) => (git.isMade ? { ...one, repositories: [] } : one));
  const nested: NestedPlace = {
    roots: writable,
    skipped: [join(workspace, ".git"), ...git.writable, ...resolvedParents(hidden)],
    repository: git.repository,
  };
  return { git, refs, mounted, watched: [...watched, ...created], nested };
}

const gitReason = "what Git runs and obeys";

/** Where a protected link leads is protected in the same way. */
function targetOf(one: ProtectedPath): readonly ProtectedPath[] {
  const target = isLink(one.path) ? orNothing(() => realpathSync(one.path)) : undefined;
  return target === undefined ? [] : [{ ...one, path: target }];
}

/** Files that the index does not have, or the largest folder that holds nothing else. */
function untrackedIn(
  root: string,
  files: readonly string[],
  tracked: ReadonlySet<string>,
): readonly string[] {
  const mixed = new Set<string>([root]);
  for (const file of tracked)
    for (let folder = dirname(file); isInside(folder, root) && !mixed.has(folder); folder = dirname(folder))
      mixed.add(folder);
  const parts = files
    .filter((file) => !tracked.has(file) && !isLink(file))
    .map((file) => {
      let part = file;
      while (part !== root && !mixed.has(dirname(part))) part = dirname(part);
      return part;
    });
  return [...new Set(parts)];
}

function isLink(path: string): boolean {
  return statsAt(path)?.isSymbolicLink() ?? false;
}

function isFileOrFolder(path: string): boolean {
  const stats = statsAt(path);
  return stats !== undefined && (stats.isFile() || stats.isDirectory());
}
