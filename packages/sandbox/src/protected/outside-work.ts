/** Something approved that works outside of the sandbox. */
interface OutsideWork {
  /** The file that it writes. `undefined`: it may write any. */
  readonly path: string | undefined;
  endedAt: number | undefined;
}

const works: OutsideWork[] = [];
const mostWorks = 200;

/**
 * Notes that a tool or a command which the user permitted works outside, beside commands in the sandbox: what it writes under a
 * protected name is not theirs.
 *
 * @param path - absolute. Default: any.
 * @returns a function to be called when it has ended.
 */
export function beginOutsideWork(path?: string): () => void {
  const work: OutsideWork = { path, endedAt: undefined };
  works.push(work);
  if (works.length > mostWorks) works.shift();
  return () => {
    work.endedAt = performance.now();
  };
}

/** Files that were written outside since then, and whether any may have been. @param start - of `performance.now()`. */
export function outsideWorkSince(start: number): {
  readonly paths: ReadonlySet<string>;
  readonly any: boolean;
} {
  const since = works.filter(({ endedAt }) => endedAt === undefined || endedAt >= start);
  return {
    paths: new Set(since.flatMap(({ path }) => (path === undefined ? [] : [path]))),
    any: since.some(({ path }) => path === undefined),
  };
}
