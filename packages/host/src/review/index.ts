export { hasFailed, reportSarif, reportText } from "@skein/review";
export { findChecks } from "./find-checks.ts";
export { readChange } from "./read-change.ts";
export { runReview } from "./run-review.ts";
