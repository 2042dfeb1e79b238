import type { DiffFile } from "./diff.ts";
import type { ReviewFinding, ReportedFinding } from "./finding.ts";
import { severities } from "./finding.ts";

/** Lines of the new state of a file; `undefined` when there is no such file. */
export type CountLines = (path: string) => Promise<number | undefined>;

export interface PlacedFindings {
  readonly placed: readonly (ReportedFinding & { readonly isOutside: boolean })[];
  /** Those whose line does not exist, and why, as a sentence. */
  readonly misplaced: readonly { readonly finding: ReportedFinding; readonly why: string }[];
}

/** Compares the places of findings with the change. */
export async function placeFindings(
  findings: readonly ReportedFinding[],
  files: readonly DiffFile[],
  countLines: CountLines,
): Promise<PlacedFindings> {
  const placed: PlacedFindings["placed"][number][] = [];
  const misplaced: PlacedFindings["misplaced"][number][] = [];
  for (const reported of findings) {
    const finding = { ...reported, file: reported.file.replace(/^\.\//, "") };
    const file = files.find(({ path }) => path === finding.file);
    const isShown =
      file !== undefined &&
      file.hunks.some(({ lines }) =>
        lines.some(({ kind, line }) => kind !== "removed" && line === finding.line),
      );
    if (isShown) {
      placed.push({ ...finding, isOutside: false });
      continue;
    }
    const lines = file?.status === "removed" ? 0 : await countLines(finding.file);
    if (lines === undefined) misplaced.push({ finding, why: `There is no file ${finding.file}.` });
    else if (finding.line > lines)
      misplaced.push({ finding, why: `${finding.file} has ${lines} lines and no line ${finding.line}.` });
    else placed.push({ ...finding, isOutside: true });
  }
  return { placed, misplaced };
}

/** The findings of all checks, the most severe first; one that several checks have found counts once. */
export function mergeFindings(
  byCheck: readonly { readonly check: string; readonly findings: PlacedFindings["placed"] }[],
): readonly ReviewFinding[] {
  const merged = new Map<string, ReviewFinding>();
  for (const { check, findings } of byCheck) {
    for (const finding of findings) {
      const key = `${finding.file}\0${finding.line}\0${finding.title.trim().toLowerCase()}`;
      const known = merged.get(key);
      if (!known) merged.set(key, { ...finding, checks: [check] });
      else if (!known.checks.includes(check)) {
        const severity = rank(finding.severity) > rank(known.severity) ? finding.severity : known.severity;
        merged.set(key, { ...known, severity, checks: [...known.checks, check] });
      }
    }
  }
  return [...merged.values()].toSorted(
    (one, other) =>
      rank(other.severity) - rank(one.severity) || compare(one.file, other.file) || one.line - other.line,
  );
}

function rank(severity: ReviewFinding["severity"]): number {
  return severities.indexOf(severity);
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
