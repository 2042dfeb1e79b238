import { describe, expect, it } from "vitest";
import { conformanceReport } from "@skein/provider-conformance/cases";
import type { CaseResult } from "@skein/provider-conformance/cases";

const passed: CaseResult = { id: "streams/text", title: "reads a text", verdict: { kind: "pass" } };
const failed: CaseResult = {
  id: "usage/none",
  title: "does not guess",
  verdict: { kind: "fail", message: "0 !== undefined\nin the usage" },
};
const left: CaseResult = {
  id: "usage/none",
  title: "does not guess",
  verdict: { kind: "not-applicable", why: "It always counts." },
};

function recorded(name: string, kind: "pass" | "fail"): CaseResult {
  const verdict = kind === "pass" ? { kind } : { kind, message: "not equal" };
  return { id: `recorded/${name}`, title: "reads", verdict };
}

describe("the report", () => {
  it("has a column for each provider, a row for each case, and one for all recordings", () => {
    const report = conformanceReport([
      { name: "a", results: [passed, failed, recorded("x 1", "pass"), recorded("x 2", "pass")] },
      { name: "b", results: [passed, left, recorded("y 1", "fail")] },
    ]);
    expect(report.split("\n")).toEqual([
      "# Conformance of model providers",
      "",
      "| case | a | b |",
      "| --- | --- | --- |",
      "| `streams/text` reads a text | pass | pass |",
      "| `usage/none` does not guess | **FAIL** | n/a |",
      "| recorded exchanges | 2 pass | **1 of 1 FAIL** |",
      "| streams that broke others | none there | none there |",
      "| tools of real servers | none there | none there |",
      "",
      "4 passed, 2 failed, 1 not applicable.",
      "",
      "## Failures",
      "",
      "- a, `usage/none`: 0 !== undefined",
      "  in the usage",
      "- b, `recorded/y 1`: not equal",
      "",
      "## Not applicable",
      "",
      "- b, `usage/none`: It always counts.",
      "",
    ]);
  });
});
