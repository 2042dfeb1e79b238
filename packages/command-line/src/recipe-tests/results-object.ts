import type { TestCaseResult, MutationReport } from "@skein/recipes/tests";

/** The cases as one JSON object. */
export function resultsObject(results: readonly TestCaseResult[], durationMs: number): object {
  const failed = results.filter(({ mismatches }) => mismatches.length > 0).length;
  return { passed: results.length - failed, failed, durationMs, cases: results.map(caseObject) };
}

function caseObject({ test, mismatches, observed, durationMs }: TestCaseResult): object {
  return {
    ...named(test),
    passed: mismatches.length === 0,
    durationMs,
    mismatches,
    observed: observed ?? null,
  };
}

export function mutationsObject({ red, survivors, unnoticed, runs, isCut }: MutationReport): object {
  return {
    red: red.map(caseObject),
    survivors: survivors.map((survivor) =>
      survivor.kind === "expectation" ? { ...survivor, test: named(survivor.test) } : survivor,
    ),
    unnoticed: unnoticed.map(({ what, test }) => ({ what, test: named(test) })),
    runs,
    isCut,
  };
}

function named({ name, file, recipe, at }: TestCaseResult["test"]): object {
  return { name, file, recipe, line: at.line };
}
