// The suite as data, for reports and for other test frameworks.
// `runConformance` runs cases, `conformanceReport` writes the table of a pull
// request, and `conformance` of the package itself declares the same cases as
// vitest tests.

export { type ConformanceCase } from "./cases/case.ts";
export { conformanceCases } from "./cases/all.ts";
export { type Dialect, type NotApplicable } from "./dialect.ts";
export { anthropicMessages } from "./dialects/anthropic-messages.ts";
export { bedrockConverse } from "./dialects/bedrock-converse.ts";
export { gemini } from "./dialects/gemini.ts";
export { ollamaChat } from "./dialects/ollama.ts";
export { openaiChat } from "./dialects/openai-chat.ts";
export { openaiResponses } from "./dialects/openai-responses.ts";
export { type Outcome, outcomeOf, partsOf } from "./outcome-of.ts";
export { type Material } from "./recorded/cases.ts";
export { type Deviation } from "./recorded/replay.ts";
export { type RecordedExchange } from "./recorded/exchange.ts";
export { countRecorded, readRecorded } from "./recorded/read.ts";
export { conformanceReport, type ReportColumn } from "./report.ts";
export { type CaseResult, casesOf, runConformance, type CaseVerdict } from "./run.ts";
export { type Subject, type SubjectSettings } from "./subject.ts";
