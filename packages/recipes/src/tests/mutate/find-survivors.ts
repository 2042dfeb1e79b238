import { judge } from "../judge.ts";
import type { Observed } from "../observed.ts";
import { runTests, type TestCaseResult, type RunCase } from "../run-tests.ts";
import type { Expectation, RecipeChange, Target, TestCase } from "../test-case.ts";
import { caseMutations, type CaseMutation } from "./case-mutations.ts";
import type { Measures } from "./changed-recipe.ts";
import { losses } from "./losses.ts";

/** Something that is said to be tested, and that no mutation turned red. */
export type Survivor =
  | {
      readonly kind: "expectation";
      readonly test: TestCase;
      readonly line: number;
      readonly column: number;
      readonly path: string;
      /** A sentence. */
      readonly message: string;
    }
  | {
      readonly kind: "check" | "response";
      readonly recipe: string;
      /** `retry.checks[0]`, `response`. */
      readonly path: string;
      readonly message: string;
    };

export interface MutationReport {
  /** Cases that fail as they are. Nothing is said of their expectations. */
  readonly red: readonly TestCaseResult[];
  readonly survivors: readonly Survivor[];
  /** Mutations after which all was still as expected: what the tests do not look at. */
  readonly unnoticed: readonly CaseMutation[];
  /** Runs that were made. */
  readonly runs: number;
  /** More would have been needed than `mostRuns`: what is not said to survive was not seen to die. */
  readonly isCut: boolean;
}

export interface MutationOptions {
  /** What the recipe of a path, rendered, is measured by. */
  readonly measures: (recipe: string) => Measures;
  /** Default 4. */
  readonly parallel?: number;
  /** Default 2000. */
  readonly mostRuns?: number;
  readonly signal?: AbortSignal;
}

/**
 * Looks whether tests can fail. For each expectation there must be a run, or something that could have come out of one,
 * that it does not accept; for each check and for the response schema of a recipe, a run that fails because of it.
 *
 * A run fails because of a check when it ends otherwise than the same run with that check replaced by one that always
 * passes; all other checks are replaced in both. Checks must be observed too: a case must turn red when one always
 * fails.
 */
export async function findSurvivors(
  cases: readonly TestCase[],
  runCase: RunCase,
  options: MutationOptions,
): Promise<MutationReport> {
  const { parallel = 4, mostRuns = 2000, signal = new AbortController().signal } = options;
  let runs = 0;
  let isCut = false;
  const run = async (tests: readonly TestCase[]): Promise<readonly TestCaseResult[]> => {
    const allowed = tests.slice(0, Math.max(0, mostRuns - runs));
    if (allowed.length < tests.length) isCut = true;
    runs += allowed.length;
    return runTests(allowed, runCase, { parallel, signal });
  };

  const plain = await run(cases);
  const red = plain.filter(({ mismatches }) => mismatches.length > 0);
  const green = plain.filter(({ mismatches }) => mismatches.length === 0);
  const survivors: Survivor[] = [];
  const unnoticed: CaseMutation[] = [];
  for (const { test, observed } of green) {
    if (!observed) continue;
    const mutations = caseMutations(test);
    const results = await run(mutations.map((mutation) => mutation.test));
    unnoticed.push(...mutations.filter((_, at) => results[at]?.mismatches.length === 0));
    survivors.push(...expectationSurvivors(test, observed, results));
  }
  const byRecipe = Map.groupBy(green, ({ test }) => test.recipe);
  for (const [recipe, own] of byRecipe) {
    const tests = own.map(({ test }) => test);
    survivors.push(...(await measureSurvivors(recipe, { tests, measures: options.measures(recipe), run })));
  }
  return { red, survivors, unnoticed, runs, isCut };
}

function expectationSurvivors(
  test: TestCase,
  observed: Observed,
  results: readonly TestCaseResult[],
): readonly Survivor[] {
  const told = [
    ...results.flatMap(({ mismatches }) => mismatches),
    ...losses(observed, test.expectations).flatMap((lost) => judge(test, lost)),
  ];
  const isRed = ({ path }: Target): boolean => told.some((mismatch) => isAtOrBelow(mismatch.path, path));
  return test.expectations
    .flatMap(targets)
    .filter((target) => !isRed(target))
    .map(({ path, at }) => ({
      kind: "expectation",
      test,
      ...at,
      path,
      message: "No mutation of the run makes this expectation fail: it accepts anything.",
    }));
}

/** What differs may lie deeper than the expectation. */
function isAtOrBelow(told: string, path: string): boolean {
  return told === path || told.startsWith(`${path}.`) || told.startsWith(`${path}[`);
}

/** What of an expectation must be able to fail for itself. */
function targets(expectation: Expectation): readonly Target[] {
  if (expectation.kind !== "calls") return [expectation];
  const each = expectation.calls.flatMap((call) => [call, ...call.result]);
  return expectation.others === "none" || each.length === 0 ? [expectation, ...each] : each;
}

interface Measured {
  readonly tests: readonly TestCase[];
  readonly measures: Measures;
  readonly run: (tests: readonly TestCase[]) => Promise<readonly TestCaseResult[]>;
}

async function measureSurvivors(recipe: string, measured: Measured): Promise<readonly Survivor[]> {
  const { retry, responseSchema } = measured.measures;
  const checks = retry?.checks ?? [];
  const none = checks.map(() => "passes" as const);
  const survivors: Survivor[] = [];
  for (const [at, { command }] of checks.entries()) {
    const path = `retry.checks[${at}]`;
    const failing: RecipeChange = {
      checks: checks.map((_, index) => (index === at ? "fails" : "stays")),
    };
    const survivor = { kind: "check", recipe, path } as const;
    if (!(await turnsRed(measured, failing)))
      survivors.push({
        ...survivor,
        message: `No case fails when the check ${JSON.stringify(command)} fails.`,
      });
    const only: RecipeChange = {
      checks: checks.map((_, index) => (index === at ? "stays" : "passes")),
    };
    if (!(await decides(measured, { with: only, without: { checks: none } })))
      survivors.push({
        ...survivor,
        message: `No mutation of a run makes the check ${JSON.stringify(command)} fail.`,
      });
  }
  if (responseSchema) {
    const change = { with: { checks: none }, without: { checks: none, anyOutput: true } };
    if (!(await decides(measured, change)))
      survivors.push({
        kind: "response",
        recipe,
        path: "response",
        message: "No mutation of a run makes the response schema reject its result.",
      });
  }
  return survivors;
}

async function turnsRed({ tests, run }: Measured, change: RecipeChange): Promise<boolean> {
  for (const test of tests) {
    const [result] = await run([{ ...test, change }]);
    if (result && result.mismatches.length > 0) return true;
  }
  return false;
}

/** Whether some mutation ends otherwise with a measure than without it. */
async function decides(
  { tests, run }: Measured,
  changes: { readonly with: RecipeChange; readonly without: RecipeChange },
): Promise<boolean> {
  for (const test of tests) {
    for (const mutation of caseMutations(test)) {
      const pair = [changes.with, changes.without].map((change) => ({ ...mutation.test, change }));
      const [kept, freed] = (await run(pair)).map(({ observed }) => observed?.outcome);
      if (freed !== undefined && kept !== undefined && freed !== kept) return true;
    }
  }
  return false;
}
