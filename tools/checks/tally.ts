import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A vitest reporter that writes how many tests passed, failed and were skipped to the file SKEIN_TALLY names. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const file = process.env["SKEIN_TALLY"];
    if (file !== undefined) writeFileSync(file, JSON.stringify(tallyOf(modules, unhandledErrors.length)));
  }
}

/** A file that could not be loaded, and an error outside every test, count as one failure each. */
function tallyOf(modules: readonly TestModule[], unhandledErrors: number): Tally {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const count = (state: string) => tests.filter((test) => test.result().state === state).length;
  const brokenFiles = modules.filter((module) => module.errors().length > 0).length;
  return {
    passed: count("passed"),
    failed: count("failed") + brokenFiles + unhandledErrors,
    skipped: count("skipped") + count("pending"),
  };
}
