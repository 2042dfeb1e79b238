import type { JsonObject } from "@skein/protocol";
import type { Check } from "../check.ts";
import type { ReviewFinding, Severity } from "../finding.ts";
import type { ReviewReport } from "../report.ts";

const levels: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "note",
};

/** What code hosts rank findings by, from 0 to 10. */
const ranks: Readonly<Record<Severity, string>> = { critical: "9.5", high: "8.0", medium: "5.5", low: "2.0" };

/**
 * SARIF 2.1.0, which code hosts and editors show.
 *
 * Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function reportSarif(
  { findings, checks: reports, notes }: ReviewReport,
  checks: readonly Check[],
  tool: { readonly name: string; readonly version: string },
): JsonObject {
  const unfinished = reports.filter(({ outcome }) => outcome !== "done");
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: tool.name,
            semanticVersion: tool.version,
            rules: checks.map(({ name, description, severity }) => ({
              id: name,
              shortDescription: { text: description === "" ? name : description },
              defaultConfiguration: { level: levels[severity] },
            })),
          },
        },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: unfinished.length === 0,
            toolExecutionNotifications: [
              ...unfinished.map(({ name, outcome, problem = "" }) => ({
                level: "error",
                message: { text: `The check ${name} was not finished (${outcome}). ${problem}`.trim() },
              })),
              ...notes.map((text) => ({ level: "note", message: { text } })),
            ],
          },
        ],
        results: findings.map((finding) => resultOf(finding, checks)),
      },
    ],
  };
}

function resultOf(finding: ReviewFinding, checks: readonly Check[]): JsonObject {
  const { file, line, severity, title, message, suggestion, isOutside, checks: by } = finding;
  const [rule = ""] = by;
  const fix = suggestion === undefined || suggestion === "" ? "" : `\n\nFix: ${suggestion}`;
  return {
    ruleId: rule,
    ruleIndex: checks.findIndex(({ name }) => name === rule),
    level: levels[severity],
    message: { text: `${title}\n\n${message}${fix}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: {
            uri: file.split("/").map(encodeURIComponent).join("/"),
            uriBaseId: "%SRCROOT%",
          },
          region: { startLine: line },
        },
      },
    ],
    properties: { severity, "security-severity": ranks[severity], outsideChange: isOutside, checks: [...by] },
  };
}
