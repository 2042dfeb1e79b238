import { realpathSync } from "node:fs";
import { basename, dirname, join, parse, resolve, sep } from "node:path";
import { readContents } from "./contents.ts";
import type { LeftOut } from "./entries.ts";
import { outerRules, rootRules, type OuterRules, type Rules } from "./ignore-rules.ts";
import type { ObjectWriter } from "./objects.ts";
import type { Pace } from "./pace.ts";
import { isScanned, scan, TooMuch, type ScanLimits, type ScannedFolder } from "./scan.ts";
import type { CachedFolder, StatCache } from "./stat-cache.ts";
import { storeTrees, type Totals } from "./store-trees.ts";
import type { Tree } from "./tree.ts";

/** What looking at files takes, whether they are then stored or compared. */
export interface Looking {
  readonly limits: ScanLimits;
  readonly include: readonly string[];
  readonly home: string;
  /** The store's own folder and others that are not looked into, by their real paths. */
  readonly hidden: readonly string[];
  /** Of what is ignored, see `listIgnored`. */
  readonly maxIgnored?: number | undefined;
  readonly tree: (hash: string) => Tree;
  readonly pace: Pace;
  /** Left out to look without storing anything. */
  readonly writer?: ObjectWriter;
  readonly onProgress?: (files: number, bytes: number) => void;
}

/** The files under a root as they are now. */
export interface State {
  readonly folder: ScannedFolder;
  readonly tree: string;
  readonly totals: Totals;
  /** Paths of `.git` in it. */
  readonly gits: readonly string[];
  /** Paths of what is ignored in it, without what lies in that. */
  readonly ignored: readonly string[];
  /** Rows of the cache that are out of date. */
  readonly changed: ReadonlyMap<string, CachedFolder>;
}

/** Clocks of file systems tick more slowly than ours: up to ten milliseconds. Five times that is safe. */
const clockMargin = 50_000_000n;

/**
 * @param base - a real path.
 * @returns why there is nothing to return: a sentence's end, after "since".
 */
export async function lookAt(
  looking: Looking,
  base: string,
  rules: Rules,
  cache?: StatCache,
): Promise<State | string> {
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
  let folder: ScannedFolder | LeftOut | undefined;
  try {
    folder = await scan(work, rules);
  } catch (error) {
    if (error instanceof TooMuch) return error.message;
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

/** Why a folder is not captured as a whole, whatever lies in it. */
export function refusal(base: string, home: string): string | undefined {
  if (parse(base).root === base) return "it is the root of the file system";
  const own = realPath(home);
  if (own === base) return "it is the home folder";
  return own.startsWith(base + sep) ? "it holds the home folder" : undefined;
}

/** Absolute, and without links as far as there is something; what is missing is kept as it is written. */
export function realPath(path: string): string {
  const whole = resolve(path);
  const above = dirname(whole);
  try {
    return realpathSync(whole);
  } catch {
    return above === whole ? whole : join(realPath(above), basename(whole));
  }
}
