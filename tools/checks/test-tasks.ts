import { rmSync } from "node:fs";
import { join } from "node:path";
import { noTests, readJson, resultFile, writeJson } from "./test-results.ts";
import type { PartResult, RunResult } from "./test-results.ts";
import { runTurbo } from "./turbo.ts";
import type { TurboTask } from "./turbo.ts";
import { runVitest } from "./vitest.ts";

export interface TestedPart {
  readonly part: string;
  readonly isCached: boolean;
  readonly result: PartResult;
}

/** Of every package; of the root: the tests of `tools`. */
const names = ["test"];
const shared = join(".tools", "test-results");

/** Where the result of a task is while turbo has not taken it over. */
export function sharedResultFile(hash: string): string {
  return join(shared, `${hash}.json`);
}

/**
 * Runs the tests of every part whose result is not in turbo's cache, all of them in one vitest, and has turbo keep the
 * results of those that passed.
 *
 * @param isForced - also those whose result is in the cache
 */
export async function testParts(isForced: boolean): Promise<readonly TestedPart[]> {
  const plan = await runTurbo(names, { isForced: false, isDry: true });
  if (plan.tasks.length === 0) throw new Error(`turbo could not plan the tests:\n${plan.output}`);
  const missed = isForced ? plan.tasks : plan.tasks.filter(({ cache }) => cache.status !== "HIT");
  rmSync(shared, { recursive: true, force: true });
  for (const task of plan.tasks) rmSync(resultFile(partOf(task)), { force: true });

  const run = missed.length === 0 ? undefined : await runTogether(missed, plan.tasks.length);
  // Turbo runs tools/checks/test-package.ts for what was missed, and restores the rest.
  await runTurbo(names, { isForced });
  rmSync(shared, { recursive: true, force: true });

  const tested = plan.tasks.map((task) => {
    const result = (readJson(resultFile(partOf(task))) as PartResult | undefined) ?? {
      ...noTests,
      failed: ["turbo has no result"],
    };
    return { part: partOf(task), isCached: !missed.includes(task), result };
  });
  const unhandled = { part: "", isCached: false, result: { ...noTests, failed: run?.unhandled ?? [] } };
  return [...tested, unhandled];
}

/** One vitest shares its processes among the files of all parts: a vitest for each part would take twice as long. */
async function runTogether(missed: readonly TurboTask[], all: number): Promise<RunResult> {
  const file = join(".tools", "tests.json");
  rmSync(file, { force: true });
  const filters = missed.length === all ? [] : missed.map((task) => `${partOf(task)}/`);
  await runVitest("tests", { filters, resultsFile: file });
  const run = (readJson(file) as RunResult | undefined) ?? {
    parts: {},
    unhandled: ["vitest could not be run"],
  };
  for (const task of missed) {
    const result = run.parts[partOf(task)] ?? noTests;
    // An error outside of every test may be anyone's: nothing of this run is kept.
    const failed = run.unhandled.length === 0 ? result.failed : [...result.failed, ...run.unhandled];
    writeJson(sharedResultFile(task.hash), { ...result, failed });
  }
  return run;
}

function partOf({ directory }: TurboTask): string {
  return directory === "" ? "tools" : directory;
}
