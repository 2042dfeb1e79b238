import { tableOf } from "../../campaigns/runner/table-of.ts";
import { columns } from "./problem.ts";
import type { Column, PackageProblem } from "./problem.ts";

/** A row of the table; a cell that is missing does not apply to the package. */
export interface Row {
  readonly package: string;
  /** What passed, by column. */
  readonly cells: Readonly<Partial<Record<Column, string>>>;
}

/** The table as text, and what its cells add up to. */
export function formatTable(rows: readonly Row[], problems: readonly PackageProblem[]) {
  const texts = rows.map((row) => [row.package, ...columns.map((column) => cellText(row, column, problems))]);
  const cells = texts.flatMap(([, ...others]) => others);
  const failed = cells.filter((cell) => cell.startsWith("FAILED")).length;
  const passed = cells.filter((cell) => cell !== "–").length - failed;
  return { text: tableOf([["package", ...columns], ...texts]), passed, failed };
}

function cellText(row: Row, column: Column, problems: readonly PackageProblem[]): string {
  const count = problems.filter(
    (problem) => problem.package === row.package && problem.columns.includes(column),
  ).length;
  return count > 0 ? `FAILED (${count})` : (row.cells[column] ?? "–");
}

/** Problems as lines with the place and the fix. The same one of several compilers is one. */
export function formatProblems(problems: readonly PackageProblem[]): string {
  return mergeProblems(problems)
    .map(
      ({ package: name, columns: of, file, line, what, fix }) =>
        `${name} ${file}:${line} (${of.join(", ")})\n  ${what}\n  Fix: ${fix}.`,
    )
    .join("\n");
}

function mergeProblems(problems: readonly PackageProblem[]): readonly PackageProblem[] {
  const merged = new Map<string, PackageProblem>();
  for (const problem of problems) {
    const key = JSON.stringify([problem.package, problem.file, problem.line, problem.what]);
    const earlier = merged.get(key);
    merged.set(key, earlier ? { ...problem, columns: [...earlier.columns, ...problem.columns] } : problem);
  }
  const inOrder = (of: readonly Column[]) => columns.filter((column) => of.includes(column));
  return [...merged.values()].map((problem) => ({ ...problem, columns: inOrder(problem.columns) }));
}
