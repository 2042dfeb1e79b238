import { describe, expect, it } from "vitest";
import { runDifferences } from "../run-differences.ts";
import type { PartResult, RunResult } from "../test-results.ts";

const part: PartResult = { passed: 2, failed: ["a.test.ts: fails"], skipped: ["b.test.ts: is skipped"] };

const runOf = (parts: RunResult["parts"], unhandled: readonly string[] = []): RunResult => ({
  parts,
  unhandled,
});

describe("two runs of the same tests", () => {
  it("have no differences when both passed, failed and skipped the same", () => {
    const run = runOf({ "packages/a": part, "packages/b": { passed: 1, failed: [], skipped: [] } });
    expect(runDifferences(run, structuredClone(run))).toEqual([]);
  });

  it("may name their tests in any order", () => {
    const both = { ...part, failed: ["one", "two"] };
    const turned = { ...part, failed: ["two", "one"] };
    expect(runDifferences(runOf({ a: both }), runOf({ a: turned }))).toEqual([]);
  });

  it.each<readonly [name: string, second: RunResult, lines: readonly string[]]>([
    ["another count", runOf({ a: { ...part, passed: 3 } }), ["a: 2 passed, then 3"]],
    [
      "another failure",
      runOf({ a: { ...part, failed: ["c.test.ts: fails"] } }),
      [
        "a: failed only in the first run: a.test.ts: fails",
        "a: failed only in the second run: c.test.ts: fails",
      ],
    ],
    [
      "a test that ran",
      runOf({ a: { ...part, skipped: [] } }),
      ["a: skipped only in the first run: b.test.ts: is skipped"],
    ],
    [
      "a part that did not run",
      runOf({}),
      [
        "a: 2 passed, then 0",
        "a: failed only in the first run: a.test.ts: fails",
        "a: skipped only in the first run: b.test.ts: is skipped",
      ],
    ],
    [
      "an error outside of tests",
      runOf({ a: part }, ["broken"]),
      ["outside of every test only in the second run: broken"],
    ],
  ])("differ by %s", (_, second, lines) => {
    expect(runDifferences(runOf({ a: part }), second)).toEqual(lines);
  });
});
