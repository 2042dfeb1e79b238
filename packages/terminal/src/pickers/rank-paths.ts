import { fuzzyMatch } from "@earendil-works/pi-tui/dist/fuzzy.js";

/** So long a stretch of matching keeps keys waiting. */
const sliceMs = 8;
/** A match in the name counts more than one across folders. */
const nameBonus = 60;

/**
 * The paths that have the typed letters in this order, the best first. Works in slices, so that typing is never blocked.
 *
 * Rejects with the signal's reason.
 */
export async function rankPaths(
  paths: readonly string[],
  typed: string,
  most: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  let found: Ranked[] = [];
  const best = () => found.toSorted(byScore).slice(0, most);
  let until = performance.now() + sliceMs;
  for (const path of paths) {
    const score = scoreOf(path, typed);
    if (score !== undefined) found.push({ path, score });
    if (found.length >= 8 * most) found = best();
    if (performance.now() < until) continue;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    until = performance.now() + sliceMs;
  }
  return best().map(({ path }) => path);
}

interface Ranked {
  readonly path: string;
  readonly score: number;
}

/** By path in the end: file systems list folders in orders of their own. */
function byScore(one: Ranked, other: Ranked): number {
  return one.score - other.score || one.path.length - other.path.length || (one.path < other.path ? -1 : 1);
}

/** Lower is better; `undefined`: the letters are not in it. */
function scoreOf(path: string, typed: string): number | undefined {
  const whole = fuzzyMatch(typed, path);
  if (!whole.matches) return undefined;
  const name = fuzzyMatch(typed, path.slice(path.lastIndexOf("/", path.length - 2) + 1));
  return name.matches ? Math.min(whole.score, name.score - nameBonus) : whole.score;
}
