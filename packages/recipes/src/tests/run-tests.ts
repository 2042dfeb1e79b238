import { messageOf } from "@skein/protocol";
import { judge, type Mismatch } from "./judge.ts";
import type { Observed } from "./observed.ts";
import type { TestCase } from "./test-case.ts";

/**
 * Runs the recipe of a case in a workspace of its own, with nothing of the user's but the program. What goes wrong in
 * the run is an outcome; it rejects when it could not be tried, or was aborted.
 */
export type RunCase = (test: TestCase, signal: AbortSignal) => Promise<Observed>;

export interface TestCaseResult {
  readonly test: TestCase;
  /** Empty: it passed. */
  readonly mismatches: readonly Mismatch[];
  /** Absent when the run could not be tried; then there is one mismatch that says why. */
  readonly observed?: Observed;
  readonly durationMs: number;
}

export interface RunTestsOptions {
  /** Cases that run at a time. Default 4. */
  readonly parallel?: number;
  readonly signal?: AbortSignal;
  /** Told of each case as it ends. */
  readonly onResult?: (result: TestCaseResult) => void;
  /** Milliseconds from any start; default the process's clock. */
  readonly now?: () => number;
}

/** Runs cases, each for itself. The results have the order of the cases. Rejects with the signal's reason. */
export async function runTests(
  cases: readonly TestCase[],
  runCase: RunCase,
  options: RunTestsOptions = {},
): Promise<readonly TestCaseResult[]> {
  const { parallel = 4, signal = new AbortController().signal, now = () => performance.now() } = options;
  const results: TestCaseResult[] = [];
  const waiting = [...cases.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, test] = next;
      const started = now();
      const judged = await tried(test, runCase, signal);
      const result = { test, ...judged, durationMs: now() - started };
      results[at] = result;
      options.onResult?.(result);
    }
  };
  const lanes = Math.max(1, Math.min(Math.floor(parallel), cases.length));
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  signal.throwIfAborted();
  for (const each of ended) if (each.status === "rejected") throw each.reason;
  return results;
}

async function tried(
  test: TestCase,
  runCase: RunCase,
  signal: AbortSignal,
): Promise<Pick<TestCaseResult, "mismatches" | "observed">> {
  signal.throwIfAborted();
  try {
    const observed = await runCase(test, signal);
    return { observed, mismatches: judge(test, observed) };
  } catch (error) {
    signal.throwIfAborted();
    const { file, at } = test;
    return { mismatches: [{ file, ...at, path: "", message: `It could not be run: ${messageOf(error)}` }] };
  }
}
