import type { ExcludedPath, TreeEntry } from "../entries.ts";
import { hashOf } from "./hash.ts";
import type { Pace } from "../pace.ts";
import type { ScannedFolder } from "../scan.ts";
import { statWidth, unsure, type CachedFolder } from "../stat-cache.ts";
import { treeBytes } from "./tree.ts";

export interface Totals {
  files: number;
  bytes: number;
  readonly leftOut: ExcludedPath[];
}

export interface TreeWork {
  readonly pace: Pace;
  /** Called with each tree and each rule text that may not be stored yet. */
  readonly keep?: (hash: string, bytes: Uint8Array) => Promise<void> | undefined;
  /** Called with each folder whose cache row is outdated. */
  readonly changed?: (path: string, folder: CachedFolder) => void;
  /** Nanoseconds since the epoch: what was changed later may change again without a trace. */
  readonly trustedBefore: bigint;
}

/**
 * Builds the trees of all folders, the innermost first, once their contents have been read, and counts their entries.
 */
export async function storeTrees(work: TreeWork, folder: ScannedFolder, totals: Totals): Promise<string> {
  let children = "";
  for (const child of folder.children.values()) children += await storeTrees(work, child, totals);
  totals.files += folder.files;
  totals.bytes += folder.bytes;
  totals.leftOut.push(...folder.leftOut);
  if (folder.tree !== undefined) return folder.tree;

  const rest = work.pace();
  if (rest) await rest;
  const rules = folder.ruleText === undefined ? undefined : hashOf(folder.ruleText);
  if (rules !== undefined) await work.keep?.(rules, Buffer.from(folder.ruleText ?? ""));
  const [entries, stats] = settled(folder, work.trustedBefore, totals);
  const bytes = treeBytes({ rules, entries });
  const tree = hashOf(bytes);
  await work.keep?.(tree, bytes);
  const { path, listing, files } = folder;
  work.changed?.(path, {
    listing,
    rules: folder.rules.key,
    names: entries.map(({ name }) => name),
    stats,
    children,
    tree,
    isClean: folder.leftOut.length === 0,
    files,
    bytes: folder.bytes,
  });
  folder.tree = tree;
  return tree;
}

/** The entries that still exist, with all hashes known, and what the cache may trust of them. */
function settled(folder: ScannedFolder, trustedBefore: bigint, totals: Totals): [TreeEntry[], BigInt64Array] {
  const entries: TreeEntry[] = [];
  const stats = new BigInt64Array(folder.stats.length);
  for (const [index, { name, type, mode, hash, isGone, size }] of (folder.entries ?? []).entries()) {
    const known = type === "folder" ? folder.children.get(name)?.tree : hash;
    if (isGone || known === undefined) {
      if (type === "folder") continue;
      totals.files--;
      totals.bytes -= size;
      continue;
    }
    const at = entries.length * statWidth;
    stats.set(folder.stats.subarray(index * statWidth, (index + 1) * statWidth), at);
    if (type !== "folder" && isRecent(stats, at, trustedBefore)) stats[at + 2] = unsure;
    entries.push({ name, type, mode, hash: known });
  }
  return [entries, stats.slice(0, entries.length * statWidth)];
}

/** File systems with one-second timestamps get two seconds. */
function isRecent(stats: BigInt64Array, at: number, trustedBefore: bigint): boolean {
  const [changed, touched] = [stats[at + 2] ?? 0n, stats[at + 3] ?? 0n];
  const isCoarse = changed % second === 0n && touched % second === 0n;
  const before = isCoarse ? trustedBefore - 2n * second : trustedBefore;
  return changed >= before || touched >= before;
}

const second = 1_000_000_000n;
