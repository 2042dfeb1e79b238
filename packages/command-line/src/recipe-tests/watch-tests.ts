import { resolve } from "node:path";
import type { Machine } from "@skein/host";
import type { Dependencies } from "./dependencies.ts";
import { findTestFiles, isTestFile } from "./find-test-files.ts";
import { foldersOf, watchFiles } from "./watch-files.ts";

export interface WatchTestsOptions {
  /** Files and folders of tests. */
  readonly words: readonly string[];
  readonly cwd: string;
  /** Runs the tests of these files. What it learns of their dependencies decides when it is called again. */
  readonly round: (files: readonly string[], learn: (dependencies: Dependencies) => void) => Promise<void>;
  /** Told after each round how many files of tests are watched. */
  readonly onWait: (files: number) => void;
}

/** Runs tests, and again whenever a file changes that they depend on. Rejects with the signal's reason. */
export async function watchTests(
  machine: Machine,
  { words, cwd, round, onWait }: WatchTestsOptions,
  signal: AbortSignal,
): Promise<never> {
  using watch = watchFiles();
  const known = new Map<string, ReadonlySet<string>>();
  const learn = (dependencies: Dependencies): void => {
    for (const [file, uses] of dependencies) {
      known.set(file, uses);
      watch.follow(foldersOf(uses));
    }
  };
  const next = async (files: readonly string[]): Promise<void> => {
    watch.follow(foldersOf(files));
    for (const file of files) if (!known.has(file)) known.set(file, new Set([file]));
    await round(files, learn);
    onWait(known.size);
  };
  /** New test files count as changed; those that are gone, as never seen. */
  const forgetGone = async (): Promise<void> => {
    const files = await findTestFiles(machine, words, cwd).catch((): readonly string[] => []);
    for (const file of known.keys()) if (!files.includes(file)) known.delete(file);
    for (const file of files) if (!known.has(file)) known.set(file, new Set([file]));
  };

  watch.follow(words.map((word) => resolve(cwd, word)));
  await next(await findTestFiles(machine, words, cwd));
  for (;;) {
    const changed = await watch.next(signal);
    if ([...changed].some(isTestFile)) await forgetGone();
    const affected = [...known].filter(([, uses]) => [...uses].some((file) => changed.has(file)));
    if (affected.length > 0) await next(affected.map(([file]) => file));
  }
}
