import { statSync } from "node:fs";
import { join, relative } from "node:path";
import { isInside } from "@skein/platform/folders";
import { orNothing } from "./entries.ts";
import type { Repository } from "./git-folder.ts";
import { searchHistory } from "./history.ts";
import type { Refs } from "./refs.ts";
import { outputOfGit } from "./run-git.ts";

export interface VersionedNames {
  /** Absolute paths of files that the index has. */
  readonly tracked: ReadonlySet<string>;
  /** Those of the names that the index, a branch or a tag has something at. */
  readonly versioned: ReadonlySet<string>;
}

const none: VersionedNames = { tracked: new Set(), versioned: new Set() };

/** Answers by repository and names, as long as index and refs stay the same. */
const answers = new Map<string, { readonly stamp: string; readonly answer: VersionedNames }>();

/** @param names - absolute paths in the working tree. */
export async function versionedNames(
  repository: Repository,
  refs: Refs,
  names: readonly string[],
): Promise<VersionedNames> {
  const inTree = names.filter((name) => isInside(name, repository.root));
  if (inTree.length === 0) return none;
  const key = [repository.folder, ...inTree].join("\n");
  const index = orNothing(() => statSync(join(repository.folder, "index"), { bigint: true }));
  const stamp = [index?.ino, index?.size, index?.mtimeNs, index?.ctimeNs, ...refs].join();
  const before = answers.get(key);
  if (before?.stamp === stamp) return before.answer;
  const tracked = await trackedFiles(repository, inTree);
  const queries = inTree.map((name) => ({ name, path: relative(repository.root, name), entries: [] }));
  const { versioned } = await searchHistory(repository, refs, queries, { onlyTips: true });
  const isVersioned = (name: string) =>
    queries.some((query) => query.name === name && versioned.has(query)) ||
    [...tracked].some((file) => isInside(file, name));
  const answer = { tracked, versioned: new Set(inTree.filter(isVersioned)) };
  answers.set(key, { stamp, answer });
  return answer;
}

/** Absolute paths of what the index has below the names. */
export async function trackedFiles(
  repository: Repository,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const paths = names
    .filter((name) => isInside(name, repository.root))
    .map((name) => relative(repository.root, name));
  if (paths.length === 0) return new Set();
  const listed = await outputOfGit(repository, ["ls-files", "-z", "--", ...paths]);
  return new Set(
    listed
      .split("\0")
      .filter((path) => path !== "")
      .map((path) => join(repository.root, path)),
  );
}
