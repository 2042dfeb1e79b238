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

const text = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const level = { enum: ["none", "note", "warning", "error"] };

/** What the standard's schema demands of the parts that are written, and that there are no others. */
const sarifShape = {
  type: "object",
  required: ["version", "runs"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string", pattern: "^https://" },
    version: { const: "2.1.0" },
    runs: {
      type: "array",
      items: {
        type: "object",
        required: ["tool"],
        additionalProperties: false,
        properties: {
          tool: {
            type: "object",
            required: ["driver"],
            additionalProperties: false,
            properties: {
              driver: {
                type: "object",
                required: ["name"],
                additionalProperties: false,
                properties: {
                  name: { type: "string" },
                  semanticVersion: { type: "string" },
                  rules: {
                    type: "array",
                    uniqueItems: true,
                    items: {
                      type: "object",
                      required: ["id"],
                      additionalProperties: false,
                      properties: {
                        id: { type: "string" },
                        shortDescription: text,
                        defaultConfiguration: {
                          type: "object",
                          additionalProperties: false,
                          properties: { level },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
          columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
          invocations: {
            type: "array",
            items: {
              type: "object",
              required: ["executionSuccessful"],
              additionalProperties: false,
              properties: {
                executionSuccessful: { type: "boolean" },
                toolExecutionNotifications: {
                  type: "array",
                  items: {
                    type: "object",
                    required: ["message"],
                    additionalProperties: false,
                    properties: { level, message: text },
                  },
                },
              },
            },
          },
          results: {
            type: "array",
            items: {
              type: "object",
              required: ["message"],
              additionalProperties: false,
              properties: {
                ruleId: { type: "string" },
                ruleIndex: { type: "integer", minimum: -1 },
                level,
                message: text,
                properties: { type: "object" },
                locations: {
                  type: "array",
                  items: {
                    type: "object",
                    additionalProperties: false,
                    properties: {
                      physicalLocation: {
                        type: "object",
                        additionalProperties: false,
                        properties: {
                          artifactLocation: {
                            type: "object",
                            additionalProperties: false,
                            properties: {
                              uri: { type: "string", pattern: "^[^ \\\\]+$" },
                              uriBaseId: { type: "string" },
                            },
                          },
                          region: {
                            type: "object",
                            additionalProperties: false,
                            properties: { startLine: { type: "integer", minimum: 1 } },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

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

  it("as SARIF 2.1.0", () => {
    const sarif = reportSarif(report, builtinChecks, { name: "a reviewer", version: "1.2.3" });
    const validate = new Ajv({ allErrors: true }).compile(sarifShape);
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
