import { exitCodes } from "@skein/protocol";
import type { TestCaseResult, MutationReport } from "@skein/recipes/tests";
import type { RecipeProblem } from "@skein/recipes";
import {
  mutationsObject,
  resultsObject,
  testRound as roundOnMachine,
  type RoundOptions as HostOptions,
  writeJunit,
} from "@skein/command-line/recipe-tests";
import { problemLines } from "@skein/host/recipes";
import { thisMachine } from "../machine.ts";
import { userRedactor } from "../session/user-redactor.ts";
import { note, print, printJson } from "../print.ts";
import { paintFor } from "@skein/terminal";
import { caseLines, mutationLines, summaryLine } from "@skein/terminal-chat/recipe-tests";

export interface RoundOptions extends Omit<HostOptions, "onResult"> {
  readonly asJson: boolean;
  /** Absolute. */
  readonly junit: string | undefined;
}

/** Runs the cases of these files, and shows how they came out. @returns the exit code. */
export async function testRound(
  files: readonly string[],
  options: RoundOptions,
  signal: AbortSignal,
): Promise<number> {
  const look = { paint: paintFor(process.stdout), cwd: options.cwd };
  const onResult = (result: TestCaseResult) => {
    if (!options.asJson) for (const line of caseLines(result, look)) print(line);
  };
  const round = await roundOnMachine(thisMachine(), files, { ...options, onResult }, signal);
  if (round.kind === "problems") return showProblems(round.problems, options);
  if (round.kind === "mutations") return showMutations(round.report, options);
  const { results, durationMs } = round;
  if (options.asJson) printJson(resultsObject(results, durationMs));
  else print(summaryLine(results, durationMs));
  if (options.junit !== undefined) await writeJunit(options.junit, results, await userRedactor(options.cwd));
  return results.every(({ mismatches }) => mismatches.length === 0)
    ? exitCodes.done
    : exitCodes["invalid-output"];
}

function showProblems(problems: readonly RecipeProblem[], { asJson, cwd }: RoundOptions): number {
  if (asJson) printJson({ problems });
  else {
    for (const problem of problems) for (const line of problemLines(problem, cwd)) note(line);
    note("Nothing was run.");
  }
  return exitCodes["not-started"];
}

function showMutations(report: MutationReport, { asJson, cwd }: RoundOptions): number {
  if (asJson) printJson(mutationsObject(report));
  else for (const line of mutationLines(report, { paint: paintFor(process.stdout), cwd })) print(line);
  const isFine = report.survivors.length === 0 && report.red.length === 0;
  return isFine ? exitCodes.done : exitCodes["invalid-output"];
}
