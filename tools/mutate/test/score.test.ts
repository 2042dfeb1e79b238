import type { schema } from "@stryker-mutator/api/core";
import { describe, expect, it } from "vitest";
import type { Explanation } from "../explained.ts";
import { survivorLines } from "../report.ts";
import { percentOf, scoreOf, staleExplanations } from "../score.ts";

const file = "packages/permissions/src/rules.ts";
const source = `export function isOpen(at: number): boolean {\n  return at > 3 && at < 9;\n}\n`;
const lower = { start: { line: 2, column: 10 }, end: { line: 2, column: 16 } };
const block = { start: { line: 1, column: 45 }, end: { line: 3, column: 2 } };

function reportOf(...mutants: readonly Omit<schema.MutantResult, "id">[]): schema.MutationTestResult {
  return {
    schemaVersion: "1.0",
    thresholds: { high: 80, low: 60 },
    files: {
      [file]: {
        language: "typescript",
        source,
        mutants: mutants.map((mutant, index) => ({ ...mutant, id: String(index) })),
      },
    },
  };
}

const atLeast = { mutatorName: "EqualityOperator", replacement: "at >= 3", location: lower };
const emptied = { mutatorName: "BlockStatement", replacement: "{}", location: block };
const explained: Explanation = {
  file,
  line: "return at > 3 && at < 9;",
  mutator: "EqualityOperator",
  replacement: "at >= 3",
  reason: "Nothing opens at three.",
};

describe("the score of a package", () => {
  it("counts what was killed or hung, and leaves out what was not drawn", () => {
    const report = reportOf(
      { ...atLeast, status: "Survived" },
      { ...emptied, status: "Killed" },
      { ...emptied, status: "Timeout" },
      { ...emptied, status: "NoCoverage" },
      { ...emptied, status: "CompileError" },
      { ...emptied, status: "Ignored" },
    );
    const score = scoreOf("permissions", report, []);
    expect(score).toMatchObject({ tried: 4, killed: 2, explained: 0, outdated: [] });
    expect(percentOf([score])).toBe(50);
    expect(survivorLines([score])).toEqual([
      `${file}:2  EqualityOperator: at > 3  →  at >= 3`,
      `${file}:1  BlockStatement: { return at > 3 && at < 9; }  →  {}  (no test runs it)`,
    ]);
  });

  it("does not count survivors that are explained", () => {
    const score = scoreOf("permissions", reportOf({ ...atLeast, status: "Survived" }), [explained]);
    expect(score).toMatchObject({ tried: 1, explained: 1, survivors: [] });
    expect(percentOf([score])).toBe(100);
  });

  it("tells of an explanation whose mutant a test kills", () => {
    const score = scoreOf("permissions", reportOf({ ...atLeast, status: "Killed" }), [explained]);
    expect(score.outdated).toEqual([explained]);
  });
});

it("an explanation is stale when its line has changed or its file is gone", () => {
  const moved = { ...explained, file: "packages/permissions/src/gone.ts" };
  const changed = { ...explained, line: "return at > 4;" };
  const sourceOf = (path: string): string | undefined => (path === file ? source : undefined);
  expect(staleExplanations([explained, moved, changed], sourceOf)).toEqual([moved, changed]);
});
