import { resolve } from "node:path";
import { findTestFiles, isTestFile, type Dependencies } from "@skein/host/recipe-tests";
import { thisMachine } from "../machine.ts";
import { failedResult } from "../output/failed-result.ts";
import { sayError } from "../output/say-error.ts";
import { counted, note } from "../session/say.ts";
import { testRound, type RoundOptions } from "./test-round.ts";
import { foldersOf, watchFiles } from "./watch-files.ts";

/** Runs tests, and again whenever a file changes that they depend on. Rejects with the signal's reason. */
export async function watchTests(
  words: readonly string[],
  options: RoundOptions,
  signal: AbortSignal,
): Promise<never> {
  const { cwd } = options;
  using watch = watchFiles();
  const known = new Map<string, ReadonlySet<string>>();
  const learn = (dependencies: Dependencies): void => {
    for (const [file, uses] of dependencies) {
      known.set(file, uses);
      watch.follow(foldersOf(uses));
    }
  };
  const round = async (files: readonly string[]): Promise<void> => {
    watch.follow(foldersOf(files));
    for (const file of files) if (!known.has(file)) known.set(file, new Set([file]));
    try {
      await testRound(files, { ...options, onDependencies: learn }, signal);
    } catch (error) {
      signal.throwIfAborted();
      sayError(failedResult(error).error, process.stderr);
    }
    note(`Watching ${counted(known.size, "file")} of tests; Ctrl-C ends it.`);
  };

  watch.follow(words.map((word) => resolve(cwd, word)));
  await round(await findTestFiles(thisMachine(), words, cwd));
  for (;;) {
    const changed = await watch.next(signal);
    if ([...changed].some(isTestFile)) await forgetGone(words, cwd, known);
    const affected = [...known].filter(([, uses]) => [...uses].some((file) => changed.has(file)));
    if (affected.length > 0) await round(affected.map(([file]) => file));
  }
}

/** New test files count as changed; those that are gone, as never seen. */
async function forgetGone(
  words: readonly string[],
  cwd: string,
  known: Map<string, ReadonlySet<string>>,
): Promise<void> {
  const files = await findTestFiles(thisMachine(), words, cwd).catch((): readonly string[] => []);
  for (const file of known.keys()) if (!files.includes(file)) known.delete(file);
  for (const file of files) if (!known.has(file)) known.set(file, new Set([file]));
}
