import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { orNothing } from "./entries.ts";

/** What a folder has of interest. */
interface Listing {
  readonly stamp: string;
  /** Names of the folders in it, without links. */
  readonly folders: readonly string[];
  readonly hasGit: boolean;
  /** Whether Git would take the folder itself for a repository. */
  readonly isBare: boolean;
}

/** Of folders that have not changed since. */
const listings = new Map<string, Listing>();
const mostListings = 50_000;
/** Milliseconds. A folder that was changed more recently may change again with the same time. */
const settledMs = 100;

/** Not searched: package managers fill them, and editors do not look there for repositories. */
const skippedNames = new Set([".git", "node_modules"]);

/** Of a project with more folders, those as deep as there are no more than these. */
const mostFolders = 1_000;
/** More are never searched. */
const mostOfAll = 50_000;

/** How deep each root is searched: as deep as at the first time, so that new folders cannot hide others. */
const depths = new Map<string, number>();

/**
 * Repositories in the folders below a root: paths of `.git`, and of bare repositories. Where there are many folders, the deeper
 * ones are not searched.
 *
 * @param root - absolute. Its own `.git` is among the results.
 * @param skipped - folders that are not searched.
 */
export function repositoriesBelow(root: string, skipped: ReadonlySet<string>): readonly string[] {
  const depth = depths.get(root);
  const repositories: string[] = [];
  let level: readonly string[] = [root];
  let count = 0;
  let searched = 0;
  for (; level.length > 0 && count < mostOfAll; searched += 1) {
    // The folders in the root are searched in any case.
    if (depth === undefined ? searched > 1 && count + level.length > mostFolders : searched > depth) break;
    count += level.length;
    const next: string[] = [];
    for (const folder of level) {
      const listing = listingOf(folder);
      if (listing === undefined) continue;
      if (listing.hasGit) repositories.push(join(folder, ".git"));
      if (listing.isBare && folder !== root) repositories.push(folder);
      else
        next.push(...listing.folders.map((name) => `${folder}/${name}`).filter((path) => !skipped.has(path)));
    }
    level = next;
  }
  if (depth === undefined) depths.set(root, level.length > 0 ? searched - 1 : Number.POSITIVE_INFINITY);
  return repositories;
}

function listingOf(folder: string): Listing | undefined {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return undefined;
  const stamp = `${stats.dev},${stats.ino},${stats.mtimeMs},${stats.ctimeMs}`;
  const before = listings.get(folder);
  if (before?.stamp === stamp) return before;
  const readAt = Date.now();
  const entries = orNothing(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  const names = new Set(entries.map(({ name }) => name));
  const listing: Listing = {
    stamp,
    folders: entries
      .filter((entry) => entry.isDirectory() && !skippedNames.has(entry.name))
      .map(({ name }) => name),
    hasGit: names.has(".git"),
    isBare: ["HEAD", "objects", "refs"].every((name) => names.has(name)),
  };
  if (listings.size >= mostListings) listings.clear();
  if (isSettled(stats, readAt)) listings.set(folder, listing);
  return listing;
}

function isSettled({ mtimeMs, ctimeMs }: Stats, readAt: number): boolean {
  return readAt - Math.max(mtimeMs, ctimeMs) > settledMs;
}
