import { suggestPattern } from "../shell-analysis/index.ts";
import type { PlacedSegment } from "../shell/placed-segment.ts";
import type { Policy } from "./policy.ts";
import { readOutside } from "./reading-problem.ts";
import { mayWrite, type RunsWhere } from "./writing-problem.ts";

interface Circumstances extends RunsWhere {
  /** A rule allows the command itself. */
  readonly isNamed: boolean;
}

/**
 * The smallest rules that would allow a simple command: for the files that it writes or reads elsewhere, and for its words. A
 * rule for words keeps those that say what the program does. `undefined` where no small rule would do.
 */
export function remediesFor(
  policy: Policy,
  placed: PlacedSegment,
  { isNamed, ...where }: Circumstances,
): readonly string[] | undefined {
  const { isOutside, cwd } = where;
  const { segment, effects, written, unknown, unknownWritten } = placed;
  if (unknownWritten !== undefined) return undefined;
  const files = written
    .filter((path) => !mayWrite(policy, path, where))
    .map(({ path }) => `edit(${exactly(path)})`);
  // There, only rules for that allow anything.
  if (isOutside && files.length > 0) return undefined;
  const isReading = effects.isHarmless && policy.mode !== "approve" && !isOutside;
  if (isNamed || (isReading && effects.assumes.length === 0)) {
    const outside = readOutside(policy, placed, cwd).map(({ path }) => `read(${exactly(path)})`);
    const rules = isNamed ? files : [...files, ...outside];
    const isEnough = isNamed || (unknown === undefined && placed.trees.length === 0);
    return isEnough && rules.length > 0 && rules.every(isPlain) ? rules : undefined;
  }
  const redirections = segment.redirections.filter(({ writes }) => !writes);
  const pattern = suggestPattern({ ...segment, redirections });
  return pattern === undefined || !files.every(isPlain)
    ? undefined
    : [...files, `${isOutside ? "outside" : "shell"}(${pattern})`];
}

/** A name without a folder would stand for files of that name in any. */
const exactly = (path: string): string => (path.includes("/") ? path : `./${path}`);

/** Other characters have a meaning in rules. */
const isPlain = (rule: string): boolean => /^\w+\([\w@%+=:,./~-]+\)$/.test(rule);
