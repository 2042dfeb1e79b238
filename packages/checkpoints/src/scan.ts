import { readdirSync, type BigIntStats, type Dirent } from "node:fs";
import {
  absolute,
  inside,
  isGitFolder,
  permissionBits,
  type EntryType,
  type ExcludedPath,
} from "./entries.ts";
import { fingerprint } from "./fingerprint.ts";
import { ownRules, type Rules } from "./capture/ignore-rules.ts";
import type { Pace } from "./pace.ts";
import { exactStatsAt, isNothingThere } from "./stats.ts";
import { isWhatWasSeen, statWidth, type CachedFolder, type StatCache } from "./stat-cache.ts";
import type { Tree } from "./store/tree.ts";

/** An entry on disk. `hash` is absent where the content must be read, and for folders. */
export interface ScannedEntry {
  readonly name: string;
  readonly type: EntryType;
  readonly mode: number;
  readonly size: number;
  hash: string | undefined;
  /** Deleted or unreadable by the time it was to be read. */
  isGone?: boolean;
}

export interface ScannedFolder {
  readonly path: string;
  /** All names in it, ignored or not; each ends in one slash, those of folders in two. */
  readonly listing: string;
  readonly rules: Rules;
  /** The rules that its own files add. */
  readonly ruleText: string | undefined;
  /** Known when nothing in it has changed since its tree was stored. */
  tree: string | undefined;
  /** In the order of the tree. Absent when `tree` is known. */
  entries: ScannedEntry[] | undefined;
  /** `statWidth` numbers for each of the entries. */
  readonly stats: BigInt64Array;
  readonly children: ReadonlyMap<string, ScannedFolder>;
  readonly leftOut: ExcludedPath[];
  readonly files: number;
  readonly bytes: number;
}

export interface ScanLimits {
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  readonly maxBytes: number;
}

export interface ScanWork {
  /** A real path. */
  readonly base: string;
  readonly limits: ScanLimits;
  /** Real paths of folders to skip. */
  readonly hidden: readonly string[];
  readonly cache?: StatCache;
  /** Called with the path of each `.git`. */
  readonly gits?: string[];
  /** Called with the path of everything ignored, without its content. */
  readonly ignored?: string[];
  /** The tree of a cached folder. */
  readonly tree: (hash: string) => Tree;
  readonly pace: Pace;
  readonly onProgress?: (files: number, bytes: number) => void;
}

/** The limits are exceeded: nothing is captured. */
export class LimitExceeded extends Error {}

interface Count {
  files: number;
  bytes: number;
}

/**
 * Scans a tree of files without reading their contents. Uses the cache where it can: an unchanged folder costs one
 * stat per entry.
 *
 * @param rules - those in effect around the base.
 * @returns `undefined` when the base is not a folder. Throws `TooMuch`.
 */
export function scan(work: ScanWork, rules: Rules): Promise<ScannedFolder | ExcludedPath | undefined> {
  return scanFolder(work, { files: 0, bytes: 0 }, "", rules);
}

export function isScanned(found: ScannedFolder | ExcludedPath | undefined): found is ScannedFolder {
  return found !== undefined && "listing" in found;
}

async function scanFolder(
  work: ScanWork,
  count: Count,
  path: string,
  above: Rules,
): Promise<ScannedFolder | ExcludedPath | undefined> {
  const rest = work.pace();
  if (rest) await rest;
  const place = absolute(work.base, path);
  let dirents: Dirent[];
  try {
    dirents = readdirSync(place, { withFileTypes: true });
  } catch (error) {
    return isNothingThere(error) ? undefined : leftOutAt(work, path, "the folder cannot be read");
  }
  for (const { name } of dirents) if (isGitFolder(name)) work.gits?.push(inside(path, name));
  const ruleText = ownRules(place, dirents);
  const rules = above.enter(path, ruleText);
  let listing = "";
  for (const dirent of dirents) listing += dirent.isDirectory() ? `${dirent.name}//` : `${dirent.name}/`;

  const cached = work.cache?.find(path);
  const look: Look = { work, count, path, place, listing, dirents, rules, ruleText };
  if (
    cached?.isClean &&
    cached.listing === listing &&
    cached.rules === rules.key &&
    isAsBefore(look, cached)
  ) {
    return scanUnchanged(look, cached);
  }
  return scanAnew(look, cached);
}

interface Look {
  readonly work: ScanWork;
  readonly count: Count;
  readonly path: string;
  readonly place: string;
  readonly listing: string;
  readonly dirents: readonly Dirent[];
  readonly rules: Rules;
  readonly ruleText: string | undefined;
}

function isAsBefore({ place }: Look, { names, stats }: CachedFolder): boolean {
  let at = 0;
  for (const name of names) {
    const now = exactStatsAt(`${place}/${name}`);
    if (now === undefined || now === "hidden" || !isSame(now, stats, at)) return false;
    at += statWidth;
  }
  return true;
}

/** Folders are compared by their mode only: their content is scanned anyway. */
function isSame(now: BigIntStats, stats: BigInt64Array, at: number): boolean {
  if (now.mode !== stats[at]) return false;
  if (now.isDirectory()) return true;
  return isWhatWasSeen(now, stats, at);
}

async function scanUnchanged(look: Look, cached: CachedFolder): Promise<ScannedFolder> {
  const { work, count, path, listing, rules, ruleText, dirents } = look;
  add(work, count, cached.files, cached.bytes);
  if (work.ignored && dirents.length > cached.names.length) {
    const names = new Set(cached.names);
    for (const { name } of dirents)
      if (!names.has(name) && !isGitFolder(name)) work.ignored.push(inside(path, name));
  }
  const children = new Map<string, ScannedFolder>();
  const leftOut: ExcludedPath[] = [];
  let trees = "";
  for (let index = 0; index < cached.names.length; index++) {
    if (!isFolderMode(cached.stats[index * statWidth])) continue;
    const name = cached.names[index]!;
    const child = await scanFolder(work, count, inside(path, name), rules);
    if (isScanned(child)) children.set(name, child);
    else if (child) leftOut.push(child);
    trees += isScanned(child) ? (child.tree ?? "?") : "?";
  }
  const { stats, files, bytes } = cached;
  const found = { path, listing, rules, ruleText, stats, children, leftOut, files, bytes };
  if (trees === cached.children) return { ...found, tree: cached.tree, entries: undefined };
  const entries = work.tree(cached.tree).entries.map((entry, index): ScannedEntry => {
    const size = Number(stats[index * statWidth + 1]);
    if (entry.type !== "folder") return { ...entry, size };
    return { ...entry, size: 0, hash: undefined, isGone: !children.has(entry.name) };
  });
  return { ...found, tree: undefined, entries };
}

async function scanAnew(look: Look, cached: CachedFolder | undefined): Promise<ScannedFolder> {
  const { work, count, path, place, listing, rules, ruleText } = look;
  const known = knownHashes(work, cached);
  const children = new Map<string, ScannedFolder>();
  const [entries, leftOut, numbers]: [ScannedEntry[], ExcludedPath[], bigint[]] = [[], [], []];
  let [files, bytes] = [0, 0];

  for (const name of capturedNames(look)) {
    const rest = work.pace();
    if (rest) await rest;
    const own = inside(path, name);
    const now = exactStatsAt(`${place}/${name}`);
    if (now === undefined || now === "hidden") {
      const reason = now === "hidden" ? "it cannot be read" : "its name is not UTF-8";
      if (now === "hidden" || name.includes("\uFFFD")) leftOut.push(leftOutAt(work, own, reason));
      continue;
    }
    const type = typeOf(now);
    const why = type === undefined ? "it is not a file, folder or link" : tooLarge(work, now);
    if (type === undefined || why !== undefined) {
      leftOut.push(leftOutAt(work, own, why ?? ""));
      add(work, count, 1, 0);
      continue;
    }
    if (type === "folder") {
      const child = await scanFolder(work, count, own, rules);
      if (isScanned(child)) children.set(name, child);
      else if (child) leftOut.push(child);
      if (!isScanned(child)) continue;
    } else {
      files++;
      bytes += Number(now.size);
      add(work, count, 1, Number(now.size));
    }
    const at = known?.positions.get(name);
    const hash =
      at !== undefined && isSame(now, known!.stats, at * statWidth) ? known!.hashes[at] : undefined;
    const mode = type === "link" ? 0 : Number(now.mode) & permissionBits;
    entries.push({ name, type, mode, size: Number(now.size), hash: type === "folder" ? undefined : hash });
    numbers.push(now.mode, now.size, now.mtimeNs, now.ctimeNs, now.ino);
  }
  const stats = BigInt64Array.from(numbers, (number) => BigInt.asIntN(64, number));
  return { path, listing, rules, ruleText, tree: undefined, entries, stats, children, leftOut, files, bytes };
}

function capturedNames({ work, path, place, dirents, rules }: Look): string[] {
  const names: string[] = [];
  for (const dirent of dirents) {
    const { name } = dirent;
    const isFolder = dirent.isDirectory();
    if (isGitFolder(name)) continue;
    if (rules.ignores(inside(path, name), isFolder)) {
      work.ignored?.push(inside(path, name));
      continue;
    }
    if (isFolder && work.hidden.includes(`${place}/${name}`)) continue;
    names.push(name);
  }
  return names.toSorted();
}

/** Hashes in a changed folder of those files that have not changed. */
function knownHashes(work: ScanWork, cached: CachedFolder | undefined) {
  if (!cached) return undefined;
  const hashes = work.tree(cached.tree).entries.map(({ hash }) => hash);
  return { positions: new Map(cached.names.map((name, at) => [name, at])), hashes, stats: cached.stats };
}

function typeOf(stats: BigIntStats): EntryType | undefined {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "folder";
  return stats.isSymbolicLink() ? "link" : undefined;
}

function leftOutAt({ base }: ScanWork, path: string, reason: string): ExcludedPath {
  return { path, reason, seen: fingerprint(absolute(base, path)) };
}

function tooLarge({ limits }: ScanWork, stats: BigIntStats): string | undefined {
  return stats.isFile() && stats.size > limits.maxFileBytes
    ? `it is larger than ${limits.maxFileBytes} bytes`
    : undefined;
}

function add({ limits, onProgress }: ScanWork, count: Count, files: number, bytes: number): void {
  count.files += files;
  count.bytes += bytes;
  if (count.files > limits.maxFiles) throw new LimitExceeded(`there are more than ${limits.maxFiles} files`);
  if (count.bytes > limits.maxBytes)
    throw new LimitExceeded(`the files have more than ${limits.maxBytes} bytes`);
  onProgress?.(count.files, count.bytes);
}

/** Source: inode(7), S_IFMT and S_IFDIR. */
function isFolderMode(mode: bigint | undefined): boolean {
  return mode !== undefined && (mode & 0o170000n) === 0o040000n;
}
