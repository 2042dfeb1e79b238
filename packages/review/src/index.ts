export { annotatedDiff } from "./annotated-diff.ts";
export { builtinChecks, parseCheck, type Check } from "./check.ts";
export { parseDiff, type DiffFile } from "./diff.ts";
export {
  reviewerOutputSchema,
  severities,
  type Finding,
  type ReviewerOutput,
  type Severity,
} from "./finding.ts";
export { reportSarif } from "./formats/sarif.ts";
export { reportText } from "./formats/text.ts";
export { mergeFindings, placeFindings, type CountLines, type PlacedFindings } from "./place-findings.ts";
export { misplacedTask, reviewerPrompt, reviewTask } from "./prompts.ts";
export { findChecks } from "./find-checks.ts";
export { readChange, type Change, type ChangeSource, type ChangeWish } from "./read-change.ts";
export { runReview, type Reviewer, type ReviewerWish, type ReviewOptions } from "./run-review.ts";
export { shareOf, type ReviewLimits } from "./share-of.ts";
export { hasFailed, type CheckReport, type ReviewReport } from "./report.ts";
