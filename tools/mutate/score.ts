import type { schema } from "@stryker-mutator/api/core";
import type { Explanation } from "./explained.ts";

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
  /** The text of the line, by which an explanation finds it. */
  readonly text: string;
}

export interface PackageScore {
  readonly name: string;
  readonly tried: number;
  readonly killed: number;
  /** Survivors that `explained.ts` gives a reason for; they do not count in the score. */
  readonly explained: number;
  readonly survivors: readonly Survivor[];
  /** Explanations of mutants that a test killed in this run. */
  readonly outdated: readonly Explanation[];
}

const caught = new Set<schema.MutantStatus>(["Killed", "Timeout", "RuntimeError"]);
const missed = new Set<schema.MutantStatus>(["Survived", "NoCoverage"]);

/** What Stryker's report of a package says, without the mutants that were not drawn or are ignored. */
export function scoreOf(
  name: string,
  report: schema.MutationTestResult,
  explanations: readonly Explanation[],
): PackageScore {
  const mutants = Object.entries(report.files).flatMap(([path, { source, mutants: ofFile }]) =>
    ofFile.map((mutant) => ({ status: mutant.status, place: placeOf(path, source.split("\n"), mutant) })),
  );
  const killed = mutants.filter(({ status }) => caught.has(status));
  const survived = mutants.filter(({ status }) => missed.has(status)).map(({ place }) => place);
  const explains = (place: Survivor) => explanations.filter((one) => fits(one, place));
  return {
    name,
    tried: killed.length + survived.length,
    killed: killed.length,
    explained: survived.filter((place) => explains(place).length > 0).length,
    survivors: survived.filter((place) => explains(place).length === 0),
    outdated: [
      ...new Set(
        killed.flatMap(({ place }) => explains(place).filter((one) => one.replacement !== undefined)),
      ),
    ],
  };
}

/** Killed per cent of those that count; 100 where none did. */
export function percentOf(scores: readonly Pick<PackageScore, "killed" | "survivors">[]): number {
  const killed = scores.reduce((sum, score) => sum + score.killed, 0);
  const counted = scores.reduce((sum, score) => sum + score.killed + score.survivors.length, 0);
  return counted === 0 ? 100 : (100 * killed) / counted;
}

/** Explanations whose line is no longer in their file. `sourceOf` returns undefined for a file that is gone. */
export function staleExplanations(
  explanations: readonly Explanation[],
  sourceOf: (file: string) => string | undefined,
): Explanation[] {
  return explanations.filter(
    ({ file, line }) => !(sourceOf(file) ?? "").split("\n").some((text) => text.trim() === line),
  );
}

function fits({ file, line, mutator, replacement }: Explanation, place: Survivor): boolean {
  const same = file === place.file && line === place.text && mutator === place.mutator;
  return same && (replacement === undefined || replacement === place.replacement);
}

function placeOf(path: string, lines: readonly string[], mutant: schema.MutantResult): Survivor {
  const { start, end } = mutant.location;
  const within = lines.slice(start.line - 1, end.line);
  within[within.length - 1] = (within.at(-1) ?? "").slice(0, end.column - 1);
  within[0] = (within[0] ?? "").slice(start.column - 1);
  return {
    file: path,
    line: start.line,
    mutator: mutant.mutatorName,
    original: within.join("\n"),
    replacement: mutant.replacement ?? "",
    covered: mutant.status !== "NoCoverage",
    text: (lines[start.line - 1] ?? "").trim(),
  };
}
