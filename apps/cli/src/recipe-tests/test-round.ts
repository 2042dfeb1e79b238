import { exitCodes } from "@skein/protocol";
import { findSurvivors, runTests, type RunCase, type TestCase } from "@skein/runtime/recipe-tests";
import type { RecipeProblem } from "@skein/runtime/recipes";
import { problemLines } from "@skein/host/recipes";
import { note, print, printJson } from "../session/say.ts";
import { paintFor } from "../terminal/style.ts";
import { dependenciesOf, type Dependencies } from "./dependencies.ts";
import { measuresOf } from "./measures.ts";
import { mutationsObject, resultsObject } from "./result-json.ts";
import { caseLines, mutationLines, summaryLine } from "./result-lines.ts";
import { readTestFiles, selectedCases } from "./selected-cases.ts";
import { writeJunit } from "./write-junit.ts";

export interface RoundOptions {
  readonly cwd: string;
  /** Part of the names of the cases that are wanted. */
  readonly filter: string | undefined;
  readonly parallel: number;
  readonly mutate: boolean;
  readonly asJson: boolean;
  /** Absolute. */
  readonly junit: string | undefined;
  /** Throws when somebody has not agreed to what the cases run. */
  readonly agree: (cases: readonly TestCase[]) => Promise<void>;
  readonly runCase: RunCase;
  /** Told before anything can go wrong with a case. */
  readonly onDependencies?: (dependencies: Dependencies) => void;
}

/** Runs the cases of these files, and shows how they came out. @returns the exit code. */
export async function testRound(
  files: readonly string[],
  options: RoundOptions,
  signal: AbortSignal,
): Promise<number> {
  const { cwd, asJson } = options;
  const read = await readTestFiles(files);
  options.onDependencies?.(await dependenciesOf(files, read.cases, cwd));
  if (read.problems.length > 0) {
    if (asJson) printJson({ problems: read.problems });
    else sayProblems(read.problems, cwd);
    return exitCodes.usage;
  }
  const cases = selectedCases(read.cases, options.filter);
  await options.agree(cases);
  return options.mutate ? mutateCases(cases, options, signal) : runCases(cases, options, signal);
}

function sayProblems(problems: readonly RecipeProblem[], cwd: string): void {
  for (const problem of problems) for (const line of problemLines(problem, cwd)) note(line);
  note("Nothing was run.");
}

async function runCases(
  cases: readonly TestCase[],
  { cwd, parallel, asJson, junit, runCase }: RoundOptions,
  signal: AbortSignal,
): Promise<number> {
  const look = { paint: paintFor(process.stdout), cwd };
  const started = performance.now();
  const results = await runTests(cases, runCase, {
    parallel,
    signal,
    onResult: (result) => {
      if (!asJson) for (const line of caseLines(result, look)) print(line);
    },
  });
  const durationMs = performance.now() - started;
  if (asJson) printJson(resultsObject(results, durationMs));
  else print(summaryLine(results, durationMs));
  if (junit !== undefined) await writeJunit(junit, results);
  return results.every(({ mismatches }) => mismatches.length === 0)
    ? exitCodes.done
    : exitCodes["invalid-output"];
}

async function mutateCases(
  cases: readonly TestCase[],
  { cwd, parallel, asJson, runCase }: RoundOptions,
  signal: AbortSignal,
): Promise<number> {
  const measures = await measuresOf(cases, cwd);
  const report = await findSurvivors(cases, runCase, {
    measures: (recipe) => measures.get(recipe) ?? {},
    parallel,
    signal,
  });
  if (asJson) printJson(mutationsObject(report));
  else for (const line of mutationLines(report, { paint: paintFor(process.stdout), cwd })) print(line);
  const isFine = report.survivors.length === 0 && report.red.length === 0;
  return isFine ? exitCodes.done : exitCodes["invalid-output"];
}
