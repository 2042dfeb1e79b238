import { realpathSync } from "node:fs";
import { basename, dirname, join, parse, resolve, sep } from "node:path";
import { readContents } from "./contents.ts";
import type { ExcludedPath } from "./entries.ts";
import { outerRules, rootRules, type OuterRules, type Rules } from "./capture/ignore-rules.ts";
import type { ObjectWriter } from "./store/objects.ts";
import type { Pace } from "./pace.ts";
import { isScanned, scan, LimitExceeded, type ScanLimits, type ScannedFolder } from "./scan.ts";
import type { CachedFolder, StatCache } from "./stat-cache.ts";
import { storeTrees, type Totals } from "./store/store-trees.ts";
import type { Tree } from "./store/tree.ts";

/** What scanning needs, whether the files are then stored or compared. */
export interface ScanContext {
  readonly limits: ScanLimits;
  readonly include: readonly string[];
  readonly home: string;
  /** Real paths of folders to skip: the store's own and others. */
  readonly hidden: readonly string[];
  /** For ignored files, see `listIgnored`. */
  readonly maxIgnored?: number | undefined;
  readonly tree: (hash: string) => Tree;
  readonly pace: Pace;
  /** Omitted: scans without storing anything. */
  readonly writer?: ObjectWriter;
  readonly onProgress?: (files: number, bytes: number) => void;
}

/** The current files under a root. */
export interface FolderState {
  readonly folder: ScannedFolder;
  readonly tree: string;
  readonly totals: Totals;
  /** Paths of `.git` in it. */
  readonly gits: readonly string[];
  /** Paths of ignored entries, without their content. */
  readonly ignored: readonly string[];
  /** Outdated cache rows. */
  readonly changed: ReadonlyMap<string, CachedFolder>;
}

/** File system clocks tick up to ten milliseconds more slowly than the system clock. Five times that is safe. */
const clockMargin = 50_000_000n;

/**
 * @param base - a real path.
 * @returns why there is nothing to return: the end of a sentence, after "since".
 */
export async function scanFolderState(
  looking: ScanContext,
  base: string,
  rules: Rules,
  cache?: StatCache,
): Promise<FolderState | string> {
  const { limits, tree, pace, writer, onProgress } = looking;
  const trustedBefore = BigInt(Date.now()) * 1_000_000n - clockMargin;
  const hidden = looking.hidden.filter((folder) => folder.startsWith(base + sep));
  const gits: string[] = [];
  const ignored: string[] = [];
  const work = {
    base,
    limits,
    gits,
    ignored,
    hidden,
    tree,
    pace,
    ...(cache && { cache }),
    ...(onProgress && { onProgress }),
  };
  let folder: ScannedFolder | ExcludedPath | undefined;
  try {
    folder = await scan(work, rules);
  } catch (error) {
    if (error instanceof LimitExceeded) return error.message;
    throw error;
  }
  if (!isScanned(folder)) return folder?.reason ?? "the folder does not exist";

  const keep = writer && ((hash: string, bytes: Uint8Array) => writer.add(hash, bytes));
  await readContents({ base, maxFileBytes: limits.maxFileBytes, pace, ...(keep && { keep }) }, folder);
  const totals: Totals = { files: 0, bytes: 0, leftOut: [] };
  const changed = new Map<string, CachedFolder>();
  const root = await storeTrees(
    { pace, trustedBefore, changed: (path, row) => changed.set(path, row), ...(keep && { keep }) },
    folder,
    totals,
  );
  return { folder, tree: root, totals, changed, gits, ignored };
}

export function rulesAround(
  base: string,
  include: readonly string[],
): { outer: readonly OuterRules[]; rules: Rules } {
  const outer = outerRules(base);
  return { outer, rules: rootRules(outer, include) };
}

/** Why a folder is never captured as a whole. */
export function refusal(base: string, home: string): string | undefined {
  if (parse(base).root === base) return "it is the root of the file system";
  const own = realPath(home);
  if (own === base) return "it is the home folder";
  return own.startsWith(base + sep) ? "it holds the home folder" : undefined;
}

/** Absolute, with links resolved as far as the path exists; the rest stays as written. */
export function realPath(path: string): string {
  const whole = resolve(path);
  const above = dirname(whole);
  try {
    return realpathSync(whole);
  } catch {
    return above === whole ? whole : join(realPath(above), basename(whole));
  }
}
