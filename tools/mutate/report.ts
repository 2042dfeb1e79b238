import { tableOf } from "../campaigns/runner/table-of.ts";
import type { NamedResult } from "./kill-named.ts";
import { type PackageScore, percentOf } from "./score.ts";

export function scoreTable(scores: readonly PackageScore[]): string {
  const row = (name: string, of: readonly PackageScore[]): readonly string[] => [
    name,
    ...[
      of.reduce((sum, { tried }) => sum + tried, 0),
      of.reduce((sum, { killed }) => sum + killed, 0),
      of.reduce((sum, { survivors }) => sum + survivors.length, 0),
    ].map(String),
    `${percentOf(of).toFixed(1)} %`,
  ];
  return tableOf([
    ["package", "mutants", "killed", "survived", "score"],
    ...scores.map((score) => row(score.name, [score])),
    row("all", scores),
  ]);
}

/** One for each survivor: where it is, what it was and what it became. */
export function survivorLines(scores: readonly PackageScore[]): readonly string[] {
  return scores.flatMap(({ survivors }) =>
    survivors.map(
      ({ file, line, mutator, original, replacement, covered }) =>
        `${file}:${line}  ${mutator}: ${inOneLine(original)}  →  ${inOneLine(replacement)}${covered ? "" : "  (no test runs it)"}`,
    ),
  );
}

export function namedTable(results: readonly NamedResult[]): string {
  return tableOf([
    ["mutant", "verdict", "red test"],
    ...results.map(({ name, verdict, test }) => [name, verdict, test ?? ""]),
  ]);
}

function inOneLine(code: string): string {
  const line = code.replaceAll(/\s+/g, " ");
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}
