import type { TestCaseResult } from "./run-tests.ts";

/** The results as JUnit XML, which test reporters of build servers read. One suite for each file. */
export function junit(results: readonly TestCaseResult[]): string {
  const suites = [...Map.groupBy(results, ({ test }) => test.file)].map(([file, own]) => suite(file, own));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${counts(results)}>\n${suites.join("")}</testsuites>\n`;
}

function suite(file: string, results: readonly TestCaseResult[]): string {
  return `  <testsuite name="${escaped(file)}"${counts(results)}>\n${results.map(testCase).join("")}  </testsuite>\n`;
}

function testCase({ test, mismatches, observed, durationMs }: TestCaseResult): string {
  const head = `    <testcase name="${escaped(test.name)}" classname="${escaped(test.file)}" file="${escaped(test.file)}" line="${test.at.line}" time="${seconds(durationMs)}"`;
  if (mismatches.length === 0) return `${head}/>\n`;
  const kind = observed === undefined ? "error" : "failure";
  const told = mismatches.map(({ file, line, column, path, message }) => {
    const where = `${file}:${line}:${column}`;
    return `      <${kind} message="${escaped(message)}" type="${escaped(path || "run")}">${escaped(`${where}: ${message}`)}</${kind}>\n`;
  });
  return `${head}>\n${told.join("")}    </testcase>\n`;
}

function counts(results: readonly TestCaseResult[]): string {
  const failures = results.filter(
    ({ mismatches, observed }) => mismatches.length > 0 && observed !== undefined,
  ).length;
  const errors = results.filter(({ observed }) => observed === undefined).length;
  const total = results.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return ` tests="${results.length}" failures="${failures}" errors="${errors}" time="${seconds(total)}"`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** XML has no way to write most control characters, nor half of a character. Source: XML 1.0, 2.2. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}")
    .replaceAll(/[&<>"'\t\n\r]/g, (character) => `&#${character.codePointAt(0)};`);
}
