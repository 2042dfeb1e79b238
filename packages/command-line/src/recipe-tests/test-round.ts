import type { Machine } from "@skein/host";
import {
  findSurvivors,
  runTests,
  type TestCaseResult,
  type MutationReport,
  type RunCase,
  type TestCase,
} from "@skein/recipes/tests";
import type { RecipeProblem } from "@skein/recipes";
import { dependenciesOf, type Dependencies } from "./dependencies.ts";
import { measuresOf } from "./measures.ts";
import { readTestFiles, selectedCases } from "./selected-cases.ts";

export interface RoundOptions {
  /** Where recipes are looked for. */
  readonly cwd: string;
  /** Part of the names of the cases that are wanted. */
  readonly filter: string | undefined;
  readonly parallel: number;
  /** Look for what the tests would not notice, instead. */
  readonly mutate: boolean;
  /** Throws when somebody has not agreed to what the cases run. */
  readonly agree: (cases: readonly TestCase[]) => Promise<void>;
  readonly runCase: RunCase;
  /** Told before anything can go wrong with a case. */
  readonly onDependencies?: ((dependencies: Dependencies) => void) | undefined;
  /** Told as each case ends. */
  readonly onResult?: ((result: TestCaseResult) => void) | undefined;
}

export type Round =
  /** A test file cannot be used; nothing was run. */
  | { readonly kind: "problems"; readonly problems: readonly RecipeProblem[] }
  | { readonly kind: "results"; readonly results: readonly TestCaseResult[]; readonly durationMs: number }
  | { readonly kind: "mutations"; readonly report: MutationReport };

/** Runs the cases of these files. Throws `ConfigError`, and what `agree` throws. @param files - absolute. */
export async function testRound(
  machine: Machine,
  files: readonly string[],
  options: RoundOptions,
  signal: AbortSignal,
): Promise<Round> {
  const { cwd, parallel, runCase, onDependencies, onResult } = options;
  const read = await readTestFiles(files);
  if (onDependencies) {
    const dependencies = await dependenciesOf(machine, files, read.cases, cwd);
    onDependencies(dependencies);
  }
  if (read.problems.length > 0) return { kind: "problems", problems: read.problems };
  const cases = selectedCases(read.cases, options.filter);
  await options.agree(cases);
  if (options.mutate) {
    const known = await measuresOf(machine, cases, cwd);
    const measures = (recipe: string) => known.get(recipe) ?? {};
    return { kind: "mutations", report: await findSurvivors(cases, runCase, { measures, parallel, signal }) };
  }
  const started = performance.now();
  const hearing = onResult === undefined ? {} : { onResult };
  const results = await runTests(cases, runCase, { parallel, signal, ...hearing });
  return { kind: "results", results, durationMs: performance.now() - started };
}
