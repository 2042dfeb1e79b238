import { folderEntries } from "@skein/platform/folders";
import { readdirSync, realpathSync, type Dirent } from "node:fs";
import { basename, join } from "node:path";
import type { TreeFilter } from "../shell-analysis/index.ts";
import { fitsWildcard } from "../wildcard.ts";

/** A folder of which a command reads the files below. */
export interface SearchedTree extends TreeFilter {
  /** Absolute. */
  readonly path: string;
  /** The names are cut at spaces and quotes before they are used. */
  readonly isSplit?: boolean;
}

/** Entries that are looked at; a larger folder may hold anything. */
const mostEntries = 10_000;
/** What others have written, and git keeps. */
const passed: ReadonlySet<string> = new Set(["node_modules", ".git"]);

export interface FoundInTree {
  readonly path: string;
  /** The folder has too many entries to tell: `path` is the folder. */
  readonly isUnknown: boolean;
  /** Its name would be cut into others, or taken for an option. */
  readonly isOdd?: boolean;
}

/** The first file below a folder that is read and is wanted; `undefined` for none. @param isWanted - of absolute paths. */
export function findInTree(tree: SearchedTree, isWanted: (path: string) => boolean): FoundInTree | undefined {
  const open = [tree.path];
  const followed = new Set<string>();
  let left = mostEntries;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const entry of folderEntries(at)) {
      // Of large folders, what git ignores is most, and a search that passes over hidden names passes over that as well.
      if (left-- <= 0) return tree.skipsHidden === true ? undefined : { path: tree.path, isUnknown: true };
      const path = join(at, entry.name);
      if (passed.has(entry.name) || (tree.skipsHidden === true && entry.name.startsWith("."))) continue;
      if (tree.links === undefined && entry.isSymbolicLink()) continue;
      const folder = folderOf(entry, path, tree);
      if (folder !== undefined && followed.has(folder)) continue;
      if (tree.isSplit === true && /^-|[\s'"\\]/.test(entry.name))
        return { path, isUnknown: false, isOdd: true };
      if (folder === undefined) {
        if (isRead(entry.name, tree) && isWanted(path)) return { path, isUnknown: false };
        continue;
      }
      if (isExcluded(entry.name, tree.excludedFolders)) continue;
      // What a link leads to may be wanted as a folder: it is outside, for example.
      if (folder !== path && isWanted(folder)) return { path, isUnknown: false };
      followed.add(folder);
      open.push(folder);
    }
  }
  return undefined;
}

/** The folder to search; `undefined` for a file. */
function folderOf(entry: Dirent, path: string, { links }: SearchedTree): string | undefined {
  if (entry.isDirectory()) return path;
  if (links !== "followed" || !entry.isSymbolicLink()) return undefined;
  try {
    const real = realpathSync(path);
    readdirSync(real);
    return real;
  } catch {
    return undefined;
  }
}

/** Letters match in either case where a file would be read for it. */
function isRead(name: string, { includes, excludes }: SearchedTree): boolean {
  const fits = (pattern: string): boolean =>
    /[[\\]/.test(pattern) || fitsWildcard(pattern.toLowerCase(), name.toLowerCase(), { hasOne: true });
  return (includes === undefined || includes.some(fits)) && !isExcluded(name, excludes);
}

function isExcluded(name: string, patterns: readonly string[] = []): boolean {
  return patterns.some(
    (pattern) => !/[[\\]/.test(pattern) && fitsWildcard(basename(pattern), name, { hasOne: true }),
  );
}
