import { noTests } from "./test-results.ts";
import type { PartResult, RunResult } from "./test-results.ts";

/** Returns a line for each result that two runs of the same tests do not share. */
export function runDifferences(first: RunResult, second: RunResult): readonly string[] {
  const parts = [...new Set([...Object.keys(first.parts), ...Object.keys(second.parts)])].toSorted();
  return [
    ...parts.flatMap((part) =>
      partDifferences(part, first.parts[part] ?? noTests, second.parts[part] ?? noTests),
    ),
    ...listDifferences("outside of every test", first.unhandled, second.unhandled),
  ];
}

function partDifferences(part: string, first: PartResult, second: PartResult): readonly string[] {
  return [
    ...(first.passed === second.passed ? [] : [`${part}: ${first.passed} passed, then ${second.passed}`]),
    ...listDifferences(`${part}: failed`, first.failed, second.failed),
    ...listDifferences(`${part}: skipped`, first.skipped, second.skipped),
  ];
}

function listDifferences(
  label: string,
  first: readonly string[],
  second: readonly string[],
): readonly string[] {
  const onlyIn = (list: readonly string[], other: readonly string[], run: string) =>
    list.filter((line) => !other.includes(line)).map((line) => `${label} only in the ${run} run: ${line}`);
  return [...onlyIn(first, second, "first"), ...onlyIn(second, first, "second")];
}
