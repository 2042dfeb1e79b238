import type { RecipeProblem, RecipeProblemCode } from "../problems.ts";
import type { TextPosition } from "./document-node.ts";

/** Where problems of one document go. */
export interface Findings {
  readonly file?: string | undefined;
  /** Unknown keys are errors. */
  readonly strict: boolean;
  /** A field that still holds a template is let pass: its type shows when it is filled in. */
  readonly templates: boolean;
  readonly problems: RecipeProblem[];
  /** Where each field is, by its path. */
  readonly places: Map<string, TextPosition>;
}

export interface Finding {
  readonly code: RecipeProblemCode;
  readonly message: string;
  readonly fix: string;
  readonly severity?: "warning";
}

export function report(findings: Findings, path: string, finding: Finding, at?: TextPosition): void {
  const place = at ?? findings.places.get(path);
  findings.problems.push({
    severity: "error",
    ...finding,
    path,
    ...(findings.file === undefined ? {} : { file: findings.file }),
    ...(place === undefined ? {} : { line: place.line, column: place.column }),
  });
}
