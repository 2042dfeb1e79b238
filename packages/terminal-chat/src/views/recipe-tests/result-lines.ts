import { counted } from "@skein/protocol";
import type { TestCaseResult, Mismatch, MutationReport, Survivor } from "@skein/recipes/tests";
import { shortPath } from "@skein/host/recipes";
import type { Paint } from "@skein/terminal";

interface LineFormat {
  readonly paint: Paint;
  /** Paths below it are shown from there. */
  readonly cwd: string;
}

/** One line for a case, and one for each expectation that did not come true. */
export function caseLines(
  { test, mismatches, durationMs }: TestCaseResult,
  look: LineFormat,
): readonly string[] {
  const { paint, cwd } = look;
  const mark = mismatches.length === 0 ? paint("success", "ok  ") : paint("error", "FAIL");
  const time = paint("dim", `(${seconds(durationMs)})`);
  return [
    `${mark}  ${shortPath(test.file, cwd)}: ${test.name}  ${time}`,
    ...mismatches.map((mismatch) => `      ${mismatchLine(mismatch, look)}`),
  ];
}

/** `file:line:column: what was seen, and what was expected (field)`. */
function mismatchLine({ file, line, column, path, message }: Mismatch, { cwd }: LineFormat): string {
  const field = path === "" ? "" : ` (${path})`;
  const words = message.replaceAll(/\s*\n\s*/g, " ");
  return `${shortPath(file, cwd)}:${line}:${column}: ${words}${field}`;
}

export function summaryLine(results: readonly TestCaseResult[], durationMs: number): string {
  const failed = results.filter(({ mismatches }) => mismatches.length > 0).length;
  return `${results.length - failed} passed, ${failed} failed, ${seconds(durationMs)}`;
}

export function mutationLines(report: MutationReport, { paint, cwd }: LineFormat): readonly string[] {
  const { red, survivors, unnoticed, runs, isCut } = report;
  return [
    ...red.flatMap((result) => caseLines(result, { paint, cwd })),
    ...survivors.flatMap((survivor) => [
      `${paint("error", "SURVIVED")}  ${survivorPlace(survivor, cwd)}`,
      `      ${survivor.message}`,
    ]),
    ...(unnoticed.length === 0 ? [] : ["What no test looks at:"]),
    ...unnoticed.map(({ what, test }) => `  ${shortPath(test.file, cwd)}: ${test.name}: ${what}`),
    `${counted(survivors.length, "survivor")}, ${counted(red.length, "case")} red before any change, ${counted(runs, "run")}${isCut ? "; more would have been needed: what is not said to survive was not always seen to die" : ""}`,
  ];
}

function survivorPlace(survivor: Survivor, cwd: string): string {
  if (survivor.kind !== "expectation") return `${shortPath(survivor.recipe, cwd)}: ${survivor.path}`;
  const { test, line, column, path } = survivor;
  return `${shortPath(test.file, cwd)}:${line}:${column}: ${path} of ${JSON.stringify(test.name)}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
