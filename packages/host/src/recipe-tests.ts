export { actingCalls, agreeToCalls, type ActingCalls } from "./recipe-tests/acting-calls.ts";
export { type CannedModels } from "./recipe-tests/case-model.ts";
export { type Dependencies } from "./recipe-tests/dependencies.ts";
export { findTestFiles, isTestFile } from "./recipe-tests/find-test-files.ts";
export {
  callsReason,
  requireConsents,
  type TestConsentOptions,
  type TestQuestions,
} from "./recipe-tests/require-consents.ts";
export { mutationsObject, resultsObject } from "./recipe-tests/results-object.ts";
export { caseRunner, type CaseRunnerOptions } from "./recipe-tests/run-case.ts";
export { readTestFiles, type ReadFiles } from "./recipe-tests/selected-cases.ts";
export { writeJunit } from "./recipe-tests/write-junit.ts";
export { watchTests, type WatchTestsOptions } from "./recipe-tests/watch-tests.ts";
export { testRound, type Round, type RoundOptions } from "./recipe-tests/test-round.ts";
