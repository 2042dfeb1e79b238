import type { JsonSchema } from "@skein/protocol";

/** From the least to the most severe. */
export const severities = ["low", "medium", "high", "critical"] as const;

export type Severity = (typeof severities)[number];

/** What a reviewer has found, as it says it. */
export interface ReportedFinding {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** In the new state of the file, from 1. */
  readonly line: number;
  readonly severity: Severity;
  /** One line. */
  readonly title: string;
  readonly message: string;
  readonly suggestion?: string;
}

export interface ReviewFinding extends ReportedFinding {
  /** Names of the checks that found it. */
  readonly checks: readonly string[];
  /** Its line is not among those that the change shows. */
  readonly isOutside: boolean;
}

/** The output of a reviewer. */
export interface ReviewerOutput {
  readonly findings: readonly ReportedFinding[];
}

export const reviewerOutputSchema: JsonSchema = {
  type: "object",
  properties: {
    findings: {
      type: "array",
      items: {
        type: "object",
        properties: {
          file: { type: "string", description: "Path as it stands in the change" },
          line: { type: "integer", minimum: 1, description: "The number at the beginning of the line" },
          severity: { type: "string", enum: [...severities] },
          title: { type: "string", description: "One line" },
          message: { type: "string", description: "What goes wrong, when, and why" },
          suggestion: { type: "string", description: "How to fix it" },
        },
        required: ["file", "line", "severity", "title", "message"],
        additionalProperties: false,
      },
    },
  },
  required: ["findings"],
  additionalProperties: false,
};

export function isAtLeast(severity: Severity, than: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(than);
}
