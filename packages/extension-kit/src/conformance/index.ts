export { conformanceRules } from "./rules.ts";
export { sampleInputs } from "./sample-inputs.ts";
export { type ConformanceRule, type ConformanceSubject, type ExampleCall } from "./subject.ts";
