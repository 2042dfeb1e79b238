import type { schema } from "@stryker-mutator/api/core";
import { codeAt } from "./draw.ts";

/** A mutant that no test noticed. */
interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  /** What stood there, and what the mutant put there instead. */
  readonly original: string;
  readonly replacement: string;
  /** Whether any test runs this code at all. */
  readonly covered: boolean;
}

export interface PackageScore {
  readonly name: string;
  readonly tried: number;
  readonly killed: number;
  readonly survivors: readonly Survivor[];
}

const caught = new Set<schema.MutantStatus>(["Killed", "Timeout", "RuntimeError"]);
const missed = new Set<schema.MutantStatus>(["Survived", "NoCoverage"]);

/** Reads Stryker's report of a package, without the mutants that were not drawn. */
export function scoreOf(name: string, report: schema.MutationTestResult): PackageScore {
  const mutants = Object.entries(report.files).flatMap(([path, { source, mutants: ofFile }]) =>
    ofFile.map((mutant) => ({ status: mutant.status, place: placeOf(path, source.split("\n"), mutant) })),
  );
  const killed = mutants.filter(({ status }) => caught.has(status)).length;
  const survivors = mutants.filter(({ status }) => missed.has(status)).map(({ place }) => place);
  return { name, tried: killed + survivors.length, killed, survivors };
}

/** Killed per cent of the tried; 100 if none was tried. */
export function percentOf(scores: readonly Pick<PackageScore, "killed" | "tried">[]): number {
  const killed = scores.reduce((sum, score) => sum + score.killed, 0);
  const tried = scores.reduce((sum, score) => sum + score.tried, 0);
  return tried === 0 ? 100 : (100 * killed) / tried;
}

/** Lowest accepted score of a package, in per cent. */
export const leastPercent = 90;

function placeOf(path: string, lines: readonly string[], mutant: schema.MutantResult): Survivor {
  const { start, end } = mutant.location;
  // The report's lines and columns start at 1.
  const location = {
    start: { line: start.line - 1, column: start.column - 1 },
    end: { line: end.line - 1, column: end.column - 1 },
  };
  return {
    file: path,
    line: start.line,
    mutator: mutant.mutatorName,
    original: codeAt(lines, location),
    replacement: mutant.replacement ?? "",
    covered: mutant.status !== "NoCoverage",
  };
}
