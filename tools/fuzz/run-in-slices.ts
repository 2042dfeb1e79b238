import type { FuzzRecord } from "../../packages/property-tests/src/index.ts";
import { lackingFiles, leastRuns, withRecords, type Hashes, type Progress } from "./progress.ts";

/** Test files in one start of vitest. */
const filesAtOnce = 24;

export interface SliceOptions {
  readonly until: number;
  /** Hashes of the test files, by their paths. */
  readonly hashes: Hashes;
  /** Runs some test files and returns the runs of their properties. */
  readonly run: (files: readonly string[], progress: Progress) => Promise<BatchResult>;
  /** Stores the progress and reports it, after each batch. */
  readonly report: (progress: Progress) => void;
  /** Whether to start nothing more: the time is over, or the user stopped it. */
  readonly isOver: () => boolean;
}

export interface BatchResult {
  readonly ok: boolean;
  readonly records: readonly FuzzRecord[];
}

export interface SliceResult {
  readonly progress: Progress;
  readonly ok: boolean;
  /** Files that were run and whose properties had no more runs afterwards: their tests failed or were skipped. */
  readonly stuck: readonly string[];
}

/** Runs the files whose properties have had the fewest runs, again and again, until all have had enough. */
export async function runInSlices(start: Progress, options: SliceOptions): Promise<SliceResult> {
  const { until, hashes, run, report, isOver } = options;
  const stopped = new Set<string>();
  let [progress, ok] = [start, true];
  while (!isOver()) {
    const lacking = lackingFiles(progress, Object.keys(hashes), until).filter((file) => !stopped.has(file));
    const files = batchOf(lacking, progress);
    if (files.length === 0) break;
    const result = await run(files, progress);
    const after = withRecords(progress, result.records, hashes);
    ok &&= result.ok;
    if (!isOver()) for (const file of files) if (isStuck(file, result, progress, after)) stopped.add(file);
    progress = after;
    report(progress);
  }
  const stuck = [...stopped].filter((file) => leastRuns(progress, file) < until);
  return { progress, ok, stuck };
}

/** Files whose properties are unknown are run by themselves: all of their tests. */
function batchOf(lacking: readonly string[], progress: Progress): readonly string[] {
  const isKnown = (file: string) => progress[file] !== undefined;
  const unknown = lacking.filter((file) => !isKnown(file));
  return (unknown.length > 0 ? unknown : lacking).slice(0, filesAtOnce);
}

/** A property that failed would fail at the next start, too. */
function isStuck(file: string, { records }: BatchResult, before: Progress, after: Progress): boolean {
  const own = records.filter((record) => record.file === file);
  return own.some(({ isFailed }) => isFailed) || leastRuns(after, file) <= leastRuns(before, file);
}
