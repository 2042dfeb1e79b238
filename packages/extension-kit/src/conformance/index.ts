export { conformanceRules } from "./rules.ts";
export { type ConformanceRule, type ConformanceSubject, type ExampleCall } from "./subject.ts";
