// Rules that every extension must follow, as plain functions for any test
// framework. `@skein/extension-kit/contract` declares them for vitest. They
// need calls of the extension that succeed and fail; everything else follows
// from its tools.

export { conformanceRules } from "./rules.ts";
export { sampleInputs } from "./sample-inputs.ts";
export { type ConformanceRule, type ConformanceSubject, type ExampleCall } from "./subject.ts";
