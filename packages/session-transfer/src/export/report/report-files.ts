import { pathOf } from "./file-change.ts";
import type { ReportCall } from "./report-items.ts";
import type { ReportTurn } from "./report-turns.ts";

export interface ReportFile {
  /** Relative to the session's folder, if it is in there. */
  readonly path: string;
  /** Calls that ran and did not fail. */
  readonly reads: readonly ReportCall[];
  readonly writes: readonly ReportCall[];
}

/** Files that calls read or wrote, those that were written first. What a shell command touched is not known. */
export function reportFiles(turns: readonly ReportTurn[], cwd: string | undefined): readonly ReportFile[] {
  const calls = turns.flatMap(({ items }) => items.filter((item) => item.type === "call"));
  const ran = calls.filter(({ intent, result }) => intent && result && !result.failure);
  const byPath = Map.groupBy(
    ran.filter(({ intent }) => intent?.effect === "reads" || intent?.effect === "writes"),
    (call) => relative(fileOf(call), cwd),
  );
  byPath.delete("");
  return [...byPath]
    .map(([path, some]) => ({
      path,
      reads: some.filter(({ intent }) => intent?.effect === "reads"),
      writes: some.filter(({ intent }) => intent?.effect === "writes"),
    }))
    .toSorted((one, other) => Number(other.writes.length > 0) - Number(one.writes.length > 0));
}

/** The one file that the call had to itself, else the one its input names. */
function fileOf(call: ReportCall): string {
  const resources = call.intent?.resources ?? [];
  const file = resources.find((resource) => resource.startsWith("file:"));
  return file?.slice("file:".length) ?? pathOf(call) ?? "";
}

function relative(path: string, cwd: string | undefined): string {
  return cwd !== undefined && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}
