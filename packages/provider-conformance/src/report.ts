// The report of a pull request: which provider passes which case. Recordings
// are counted, since there are hundreds of them.

import type { CaseResult, CaseVerdict } from "./run.ts";

/**
 * Results of one provider.
 *
 * Providers may have been run with different cases, for example with and
 * without recordings. A missing case is an empty cell.
 */
export interface ReportColumn {
  /** Heading of the column. */
  readonly name: string;
  /** Results of its cases. */
  readonly results: readonly CaseResult[];
}

/**
 * Groups with one case for each recording. The table has one row for each
 * group, with a count.
 *
 * A failed recording is still listed by its id below the table.
 */
const counted: Readonly<Record<string, string>> = {
  recorded: "recorded exchanges",
  hostile: "streams that broke others",
  "real-tools": "tools of real servers",
};

/**
 * Text of each verdict in the table.
 *
 * Failures are in bold, since most cells of a table say `pass`.
 */
const marks: Readonly<Record<CaseVerdict["kind"], string>> = {
  pass: "pass",
  fail: "**FAIL**",
  "not-applicable": "n/a",
};

/**
 * Writes a report in Markdown: a table of providers by cases, then what failed
 * and what could not be tried. For the description of a pull request.
 *
 * Rows follow the results, whose order is fixed: see `casesOf`. Two reports can
 * therefore be compared line by line.
 *
 * @param columns - one for each provider, in the order of the table.
 */
export function conformanceReport(columns: readonly ReportColumn[]): string {
  const all = columns.flatMap(({ results }) => results);
  // Each case once, in the order of the first provider that has it.
  const single = [...new Map(all.map((result) => [result.id, result])).values()].filter(
    ({ id }) => !Object.hasOwn(counted, groupOf(id)),
  );
  const rows = single.map(({ id, title }) => [
    `\`${id}\` ${title}`,
    ...columns.map(({ results }) => markOf(results.find((result) => result.id === id))),
  ]);
  const sums = Object.entries(counted).map(([group, title]) => [
    title,
    ...columns.map(({ results }) => sumOf(results.filter(({ id }) => groupOf(id) === group))),
  ]);
  return [
    "# Conformance of model providers",
    "",
    ...table([["case", ...columns.map(({ name }) => name)], ...rows, ...sums]),
    "",
    `${count(all, "pass")} passed, ${count(all, "fail")} failed, ${count(all, "not-applicable")} not applicable.`,
    ...section("Failures", columns, (verdict) => (verdict.kind === "fail" ? verdict.message : undefined)),
    ...section("Not applicable", columns, (verdict) =>
      verdict.kind === "not-applicable" ? verdict.why : undefined,
    ),
    "",
  ].join("\n");
}

/** Writes a table of Markdown. */
function table([head = [], ...rows]: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

/** Returns the group of a case, the part before the slash. */
function groupOf(id: string): string {
  return id.slice(0, id.indexOf("/"));
}

/**
 * Returns the text of a cell. Empty: the provider was not tried with this case.
 */
function markOf(result: CaseResult | undefined): string {
  return result === undefined ? "" : marks[result.verdict.kind];
}

/**
 * Summarizes the recordings of one provider.
 *
 * "none there" means that no recordings of this wire were available, which is
 * no success.
 */
function sumOf(results: readonly CaseResult[]): string {
  if (results.length === 0) return "none there";
  const failed = count(results, "fail");
  return failed === 0 ? `${results.length} pass` : `**${failed} of ${results.length} FAIL**`;
}

/** Counts verdicts of one kind. */
function count(results: readonly CaseResult[], kind: CaseVerdict["kind"]): number {
  return results.filter(({ verdict }) => verdict.kind === kind).length;
}

/**
 * Lists verdicts with their messages. Empty if none has one.
 *
 * Messages of assertions have several lines. Further lines are indented, so
 * that they stay part of the list item.
 */
function section(
  title: string,
  columns: readonly ReportColumn[],
  words: (verdict: CaseVerdict) => string | undefined,
): readonly string[] {
  const lines = columns.flatMap(({ name, results }) =>
    results.flatMap(({ id, verdict }) => {
      const said = words(verdict);
      return said === undefined ? [] : [`- ${name}, \`${id}\`: ${said.trim().replaceAll("\n", "\n  ")}`];
    }),
  );
  return lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines];
}
