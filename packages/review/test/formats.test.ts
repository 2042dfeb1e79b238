import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { builtinChecks, reportSarif, reportText, type ReviewReport } from "../src/index.ts";

const report: ReviewReport = {
  subject: "HEAD since main",
  files: 2,
  findings: [
    {
      file: "src/a b.ts",
      line: 3,
      severity: "critical",
      title: "Command injection",
      message: "The name reaches a shell.\nAnyone can choose it.",
      suggestion: "Pass it as an argument.",
      checks: ["security", "bugs"],
      isOutside: false,
    },
    {
      file: "b.ts",
      line: 9,
      severity: "low",
      title: "Wrong \u202e unit",
      message: "Seconds, not milliseconds.",
      checks: ["bugs"],
      isOutside: true,
    },
  ],
  checks: [
    { name: "bugs", outcome: "done", sessions: ["s1"], costUsd: 0.01 },
    {
      name: "security",
      outcome: "budget",
      problem: "The next call could cost more than is left.",
      sessions: ["s2"],
    },
  ],
  notes: ["x.ts is kept from the model and was not reviewed."],
};

/** The schema of the standard, as its authors publish it for tests of tools. */
async function sarifSchema(): Promise<object> {
  const require = createRequire(import.meta.url);
  const text = await readFile(
    require.resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"),
    "utf8",
  );
  // Of an older draft of JSON Schema, with nothing in it that has changed since but these two.
  const { $schema: _, id: __, ...schema } = JSON.parse(text) as Record<string, unknown>;
  return schema;
}

const formats = {
  uri: (text: string) => URL.canParse(text),
  "uri-reference": (text: string) => URL.canParse(text, "file:///") && !/[\s<>"{}|\\^`]/.test(text),
  "date-time": true,
} as const;

describe("reports", () => {
  it("as text", () => {
    expect(reportText(report)).toMatchInlineSnapshot(`
      "src/a b.ts:3: critical: Command injection [security, bugs]
        The name reaches a shell.
        Anyone can choose it.
        Fix: Pass it as an argument.

      b.ts:9: low: Wrong \\u{202e} unit [bugs] (outside the change)
        Seconds, not milliseconds.

      Note: x.ts is kept from the model and was not reviewed.

      The check security was not finished (budget). The next call could cost more than is left.

      2 findings in HEAD since main: 2 files, 2 checks."
    `);
  });

  it("as SARIF 2.1.0, by the schema of the standard", async () => {
    const sarif = reportSarif(report, builtinChecks, { name: "a reviewer", version: "1.2.3" });
    const validate = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false, formats }).compile(
      await sarifSchema(),
    );
    expect([validate(sarif), validate.errors]).toEqual([true, null]);
    const [run] = sarif["runs"] as Record<string, Record<string, never>[]>[];
    expect(run?.["results"]?.map((one) => [one["ruleId"], one["ruleIndex"], one["level"]])).toEqual([
      ["security", 1, "error"],
      ["bugs", 0, "note"],
    ]);
    expect(JSON.stringify(run?.["results"])).toContain('"uri":"src/a%20b.ts"');
    expect(run?.["invocations"]?.[0]?.["executionSuccessful"]).toBe(false);
  });
});
