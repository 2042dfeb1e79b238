/** What can be wrong with a recipe. The codes are part of the interface: they do not change. */
export const recipeProblemCodes = [
  // The text
  "too-large",
  "not-text",
  "bad-yaml",
  "too-deep",
  "too-many-aliases",
  "custom-tag",
  "duplicate-key",
  "several-documents",
  "hidden-character",
  "guessed-encoding",
  // The fields
  "not-a-mapping",
  "missing-field",
  "wrong-type",
  "unknown-key",
  "out-of-range",
  "bad-value",
  "no-task",
  "duplicate-name",
  "bad-schema",
  // Parameters
  "duplicate-parameter",
  "unknown-parameter",
  "unused-parameter",
  "missing-default",
  "bad-default",
  "file-default",
  "missing-options",
  "unused-options",
  // Templates
  "bad-template",
  "template-outside",
  "template-not-found",
  "value-in-key",
  // Other files
  "sub-recipe-not-found",
  "sub-recipe-invalid",
  "sub-recipe-cycle",
  "sub-recipe-value",
  // Values
  "missing-value",
  "bad-parameter-value",
  "unknown-value",
  "unreadable-file",
] as const;

export type RecipeProblemCode = (typeof recipeProblemCodes)[number];

export interface RecipeProblem {
  readonly code: RecipeProblemCode;
  readonly severity: "error" | "warning";
  /** What is wrong; a sentence. */
  readonly message: string;
  /** What to do about it; a sentence. */
  readonly fix: string;
  readonly file?: string;
  /** From 1. Absent where no place can be named. */
  readonly line?: number;
  /** From 1, in UTF-16 units. */
  readonly column?: number;
  /** `parameters[0].default`; empty for the whole file. */
  readonly path: string;
}
