import { isConfinedTo } from "../paths/workspace.ts";
import type { ReachedPath } from "../paths/reached-paths.ts";
import { ruleForPath } from "../rules/allow-call.ts";
import type { PlacedSegment } from "../shell/placed-segment.ts";
import type { Policy } from "./policy.ts";

/** Where a command runs. */
export interface RunsWhere {
  readonly cwd: string;
  /** It is to run outside the sandbox. */
  readonly isOutside: boolean;
}

/** Why what a command's redirections write is asked about, whatever rule is for the command; a clause. */
export function writingProblem(
  policy: Policy,
  { written, unknownWritten }: PlacedSegment,
  where: RunsWhere,
): string | undefined {
  if (policy.mode === "auto" && !where.isOutside) return undefined;
  if (unknownWritten !== undefined)
    return `it writes a file that is known only when it runs: ${unknownWritten}`;
  const uncovered = written.find((path) => !mayWrite(policy, path, where));
  return uncovered && `it writes ${uncovered.path}`;
}

/** Whether a redirection may write a file unasked. */
export function mayWrite({ mode, rules }: Policy, path: ReachedPath, { cwd, isOutside }: RunsWhere): boolean {
  if (mode === "auto" && !isOutside) return true;
  if ((mode === "auto" || mode === "accept_edits") && isConfinedTo(path, cwd)) return true;
  return mode !== "plan" && ruleForPath(rules, path, cwd) !== undefined;
}
