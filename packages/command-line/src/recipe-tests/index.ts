export { actingCalls, type ActingCalls } from "./acting-calls.ts";
export { agreeToNamed } from "./agree-to-named.ts";
export { type CannedModels } from "./case-model.ts";
export { type Dependencies } from "./dependencies.ts";
export { findTestFiles, isTestFile } from "./find-test-files.ts";
export {
  callsReason,
  requireConsents,
  type TestConsentOptions,
  type TestQuestions,
} from "./require-consents.ts";
export { mutationsObject, resultsObject } from "./results-object.ts";
export { caseRunner, type CaseRunnerOptions } from "./run-case.ts";
export { readTestFiles, type ReadFiles } from "./selected-cases.ts";
export { writeJunit } from "./write-junit.ts";
export { watchTests, type WatchTestsOptions } from "./watch-tests.ts";
export { testRound, type Round, type RoundOptions } from "./test-round.ts";
