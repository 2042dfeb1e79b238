import type { schema } from "@stryker-mutator/api/core";
import { describe, expect, it } from "vitest";
import { survivorLines } from "../report.ts";
import { percentOf, scoreOf } from "../score.ts";

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
    const score = scoreOf("permissions", report);
    expect(score).toMatchObject({ tried: 4, killed: 2 });
    expect(percentOf([score])).toBe(50);
    expect(survivorLines([score])).toEqual([
      `${file}:2  EqualityOperator: at > 3  →  at >= 3`,
      `${file}:1  BlockStatement: { return at > 3 && at < 9; }  →  {}  (no test runs it)`,
    ]);
  });
});
