import { propertyKey, type FuzzRecord, type RunCounts } from "../../packages/property-tests/src/index.ts";

/** Runs that each property of a test file has had. */
interface FileProgress {
  /** Hash of the test file: with another one the runs count no longer. */
  readonly hash: string;
  readonly properties: readonly PropertyProgress[];
}

interface PropertyProgress {
  readonly test: string;
  readonly index: number;
  readonly runs: number;
  /** Number of rounds of this property that failed. */
  readonly failures: number;
}

/** By the path of the test file. */
export type Progress = Readonly<Record<string, FileProgress>>;

/** The hash of each test file that there is now, by its path. */
export type Hashes = Readonly<Record<string, string>>;

/** Drops the runs of test files that have changed since, or are gone. */
export function current(progress: Progress, hashes: Hashes): Progress {
  return Object.fromEntries(Object.entries(progress).filter(([file, { hash }]) => hashes[file] === hash));
}

/** Adds the runs of one call. */
export function withRecords(progress: Progress, records: readonly FuzzRecord[], hashes: Hashes): Progress {
  const files = { ...progress };
  for (const { file, test, index, runs, isFailed } of records) {
    const hash = hashes[file];
    if (hash === undefined) continue;
    const properties = files[file]?.properties ?? [];
    const isSame = (other: PropertyProgress) => other.test === test && other.index === index;
    const before = properties.find(isSame) ?? { test, index, runs: 0, failures: 0 };
    const after = { ...before, runs: before.runs + runs, failures: before.failures + (isFailed ? 1 : 0) };
    files[file] = { hash, properties: [...properties.filter((other) => !isSame(other)), after] };
  }
  return files;
}

export function countsOf(progress: Progress): RunCounts {
  return Object.fromEntries(
    listed(progress).map(({ file, test, index, runs }) => [propertyKey({ file, test, index }), runs]),
  );
}

/** The fewest runs of a property in a test file; 0 for a file that never ran. */
export function leastRuns(progress: Progress, file: string): number {
  const runs = (progress[file]?.properties ?? []).map((property) => property.runs);
  return runs.length === 0 ? 0 : Math.min(...runs);
}

/** The files that lack runs, those with the fewest first. */
export function lackingFiles(progress: Progress, files: readonly string[], until: number): readonly string[] {
  return files
    .map((file) => ({ file, runs: leastRuns(progress, file) }))
    .filter(({ runs }) => runs < until)
    .toSorted((a, b) => a.runs - b.runs)
    .map(({ file }) => file);
}

/**
 * Selects the tests that lack runs in the given files, for vitest's `testNamePattern`; undefined selects all, as long as the
 * properties of a file are unknown.
 */
export function testPattern(progress: Progress, files: readonly string[], until: number): string | undefined {
  const names = new Set<string>();
  for (const file of files) {
    const properties = progress[file]?.properties;
    if (properties === undefined) return undefined;
    for (const { test, runs } of properties) if (runs < until) names.add(test);
  }
  // Suites are separated by " > " in a full name, and by a space in what vitest matches.
  return [...names].map((name) => escaped(name).replaceAll(" > ", "(?: > | )")).join("|");
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

export interface Summary {
  readonly properties: number;
  /** Number of properties that have had enough runs. */
  readonly finished: number;
  readonly leastRuns: number;
  readonly failures: number;
}

export function summaryOf(progress: Progress, files: readonly string[], until: number): Summary {
  const all = files.flatMap((file) => progress[file]?.properties ?? []);
  return {
    properties: all.length,
    finished: all.filter(({ runs }) => runs >= until).length,
    leastRuns: files.length === 0 ? 0 : Math.min(...files.map((file) => leastRuns(progress, file))),
    failures: all.reduce((sum, { failures }) => sum + failures, 0),
  };
}

/** Number of rows of the table. */
const mostRows = 40;

/** A line for each property that lacks runs, those with the fewest first, and one for each file that never ran. */
export function leftTable(progress: Progress, files: readonly string[], until: number): readonly string[] {
  const rows = files
    .flatMap((file) =>
      (progress[file]?.properties ?? [{ test: "(not run yet)", index: 0, runs: 0 }]).map((property) => ({
        file,
        ...property,
      })),
    )
    .filter(({ runs }) => runs < until)
    .toSorted((a, b) => a.runs - b.runs || (a.file < b.file ? -1 : 1));
  const lines = rows
    .slice(0, mostRows)
    .map(
      ({ file, test, index, runs }) =>
        `${String(runs).padStart(8)}  ${file}  ${test}${index > 0 ? ` #${index}` : ""}`,
    );
  const more = rows.length - lines.length;
  return more > 0 ? [...lines, `          … and ${more} more`] : lines;
}

function listed(progress: Progress) {
  return Object.entries(progress).flatMap(([file, { properties }]) =>
    properties.map((property) => ({ file, ...property })),
  );
}
