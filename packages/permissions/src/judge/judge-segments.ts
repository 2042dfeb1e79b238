import { isConfinedTo } from "../paths/workspace.ts";
import { ruleForSegment, uncoveredOption } from "../rules/allow-call.ts";
import { describeRule, type PermissionRule } from "../rules/permission-rule.ts";
import type { CallFacts } from "../rules/restrict-call.ts";
import { changesNothing } from "../shell/changes-nothing.ts";
import type { PlacedSegment } from "../shell/placed-segment.ts";
import type { Policy } from "./policy.ts";
import { readingProblem } from "./reading-problem.ts";
import { remediesFor } from "./remedies.ts";
import { writingProblem } from "./writing-problem.ts";

/** What is said of one simple command of a call. */
export interface SegmentJudgement {
  readonly text: string;
  readonly verdict: "allow" | "ask";
  /** The rule or the mode. */
  readonly by: string;
  readonly rule?: PermissionRule;
  /** A clause; absent where it is not known to only read. */
  readonly reason?: string;
  /** It can be seen to change nothing. */
  readonly isHarmless: boolean;
  /** Of one that asks: the smallest rules that would allow it, where there are any. */
  readonly remedies?: readonly string[];
}

/** `undefined` for a call that runs no command. With problems in the command, those of its parts that were found. */
export function judgeSegments(policy: Policy, call: CallFacts): readonly SegmentJudgement[] | undefined {
  if (!call.command) return undefined;
  const judged: SegmentJudgement[] = [];
  for (const one of call.placed) {
    const { startedBy } = one.segment;
    // A rule for `sudo make` shows all that runs.
    const starter = startedBy === undefined ? undefined : judged[startedBy];
    const rule = ruleForSegment(policy.rules, one.segment) ?? starter?.rule;
    const found = judgeSegment(policy, one, rule, call);
    const remedies = found.verdict === "ask" ? starter?.remedies : undefined;
    judged.push(remedies ? { ...found, remedies } : found);
  }
  return judged;
}

const freeing: ReadonlySet<string> = new Set(["auto", "accept_edits", "smart_approve", "plan"]);

function judgeSegment(
  policy: Policy,
  placed: PlacedSegment,
  rule: PermissionRule | undefined,
  { request: { cwd }, outside }: CallFacts,
): SegmentJudgement {
  const { mode, isPlainRepository } = policy;
  const { segment, effects } = placed;
  const by = `mode ${mode}`;
  const head = { text: segment.text, isHarmless: changesNothing(placed, isPlainRepository) };
  const where = { cwd, isOutside: outside !== undefined };
  const writing = writingProblem(policy, placed, where);
  const ask = (reason?: string): SegmentJudgement => {
    const remedies = remediesFor(policy, placed, { isNamed: rule !== undefined, ...where });
    return {
      ...head,
      verdict: "ask",
      by,
      ...(reason === undefined ? {} : { reason }),
      ...(remedies ? { remedies } : {}),
    };
  };
  if (writing !== undefined) return ask(writing);
  if (rule) return { ...head, verdict: "allow", by: describeRule(rule), rule };
  const detail = uncoveredOption(policy.rules, segment);
  if (detail !== undefined && !effects.isHarmless) return ask(detail);
  if (where.isOutside && !staysInside(placed, cwd)) return ask();
  if (!freeing.has(mode) || !effects.isHarmless) return ask();
  const isPlain = placed.folders?.every(isPlainRepository) ?? false;
  if (effects.assumes.length > 0 && !isPlain) return ask("git may run a program that the repository names");
  const problem = readingProblem(policy, placed, cwd);
  return problem === undefined ? { ...head, verdict: "allow", by } : ask(problem);
}

/** Outside the sandbox, no file is kept from a command: it must be seen to touch none of the others. */
function staysInside({ paths, trees, unknown }: PlacedSegment, cwd: string): boolean {
  return unknown === undefined && trees.length === 0 && paths.every((path) => isConfinedTo(path, cwd));
}
