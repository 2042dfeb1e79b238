import { relative, sep } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { partOfPath, writeJson } from "./test-results.ts";
import type { PartResult, RunResult } from "./test-results.ts";

/** A vitest reporter that writes what came of each part's tests to the file that SKEIN_TEST_RESULTS names. */
export default class ResultReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly { message: string }[]): void {
    const file = process.env["SKEIN_TEST_RESULTS"];
    if (file === undefined) return;
    const result: RunResult = {
      parts: partsOf(modules),
      unhandled: unhandledErrors.map(({ message }) => `outside of every test: ${message}`),
    };
    writeJson(file, result);
  }
}

function partsOf(modules: readonly TestModule[]): Record<string, PartResult> {
  const byPart = Object.groupBy(modules, (module) => partOfPath(pathOf(module)));
  return Object.fromEntries(Object.entries(byPart).map(([part, own = []]) => [part, resultOf(own)]));
}

function resultOf(modules: readonly TestModule[]): PartResult {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const inState = (...states: string[]) => tests.filter((test) => states.includes(test.result().state));
  const broken = modules.filter((module) => module.errors().length > 0);
  return {
    passed: inState("passed").length,
    failed: [...inState("failed").map(lineOf), ...broken.map((module) => `${pathOf(module)}: cannot be run`)],
    skipped: inState("skipped", "pending").map(lineOf),
  };
}

function lineOf(test: TestCase): string {
  return `${pathOf(test.module)}: ${test.fullName}`;
}

function pathOf({ moduleId }: TestModule): string {
  return relative(process.cwd(), moduleId).split(sep).join("/");
}
