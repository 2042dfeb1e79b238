export { judge, type Mismatch } from "./judge.ts";
export { junit } from "./junit.ts";
export { type CaseMutation } from "./mutate/case-mutations.ts";
export { changedRecipe, type Measures } from "./mutate/changed-recipe.ts";
export {
  findSurvivors,
  type MutationOptions,
  type MutationReport,
  type Survivor,
} from "./mutate/find-survivors.ts";
export { observe, type TestedRun } from "./observe.ts";
export { type Observed, type ObservedCall } from "./observed.ts";
export { readTests, type ReadTests } from "./read/read-tests.ts";
export { runTests, type TestCaseResult, type RunCase, type RunTestsOptions } from "./run-tests.ts";
export {
  type CallExpectation,
  type CallsExpectation,
  type Expectation,
  type Limited,
  type RecipeChange,
  type ScriptTurn,
  type Target,
  type TestCase,
  type TestModel,
  type TextSubject,
  type TextTest,
} from "./test-case.ts";
export { fillWorkspace, filesOf, readWorkspace } from "./workspace.ts";
