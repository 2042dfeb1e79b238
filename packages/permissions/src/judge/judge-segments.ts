import { lstatSync } from "node:fs";
import { isInside } from "../paths/workspace.ts";
import { findInTree } from "../paths/find-in-tree.ts";
import { ruleForPath, ruleForSegment } from "../rules/allow-call.ts";
import { describeRule, type PermissionRule } from "../rules/permission-rule.ts";
import type { PlacedSegment } from "../shell/commands-of-call.ts";
import type { JudgedCall, Policy } from "./policy.ts";

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
}

/** `undefined` for a call that runs no command, or one that is not understood. */
export function judgeSegments(policy: Policy, call: JudgedCall): readonly SegmentJudgement[] | undefined {
  const { command, placed } = call;
  if (!command || command.problems.length > 0) return undefined;
  const entersFolder = placed.some(({ segment }) => ["cd", "pushd"].includes(segment.words[0]?.text ?? ""));
  return placed.map((one) => judgeSegment(policy, call, one, entersFolder));
}

const freeing: ReadonlySet<string> = new Set(["auto", "accept_edits", "smart_approve", "plan"]);

function judgeSegment(
  policy: Policy,
  { request: { cwd }, outside }: JudgedCall,
  placed: PlacedSegment,
  entersFolder: boolean,
): SegmentJudgement {
  const { mode, rules, isPlainRepository } = policy;
  const { segment, paths } = placed;
  const isGit = segment.words[0]?.text === "git";
  const writes = paths.filter(({ access }) => access === "writes");
  // In another folder there may be another repository.
  const isHarmless =
    segment.isHarmless && writes.length === 0 && (!isGit || (!entersFolder && isPlainRepository(cwd)));
  const head = { text: segment.text, isHarmless };
  const rule = ruleForSegment(rules, segment);
  const redirected = segment.redirections.filter(({ access }) => access === "writes").map(({ path }) => path);
  const uncovered = writes.find((one) => redirected.includes(one.path) && !mayWrite(policy, one, cwd));
  if (uncovered)
    return { ...head, verdict: "ask", by: `mode ${mode}`, reason: `it writes ${uncovered.path}` };
  if (rule) return { ...head, verdict: "allow", by: describeRule(rule), rule };
  const by = `mode ${mode}`;
  if (outside !== undefined && !staysInside(placed, cwd)) return { ...head, verdict: "ask", by };
  const isOnlyRedirected = segment.isHarmless && writes.every(({ path }) => redirected.includes(path));
  if (!freeing.has(mode) || !(isHarmless || (isOnlyRedirected && !isGit)))
    return { ...head, verdict: "ask", by };
  const problem = readingProblem(policy, placed, cwd);
  return problem === undefined
    ? { ...head, verdict: "allow", by }
    : { ...head, verdict: "ask", by, reason: problem };
}

/** Outside the sandbox, no file is kept from a command: it must be seen to touch none of the others. */
function staysInside({ paths, trees, unknown }: PlacedSegment, cwd: string): boolean {
  return unknown === undefined && trees.length === 0 && paths.every((path) => isInside(path, cwd));
}

function mayWrite({ mode, rules }: Policy, path: PlacedSegment["paths"][number], cwd: string): boolean {
  if (mode === "auto" || (mode === "accept_edits" && isInside(path, cwd))) return true;
  return mode !== "plan" && ruleForPath(rules, path, cwd) !== undefined;
}

/** Why a command that only reads is asked about all the same. */
function readingProblem(
  { mode, rules, guard, mayRead }: Policy,
  { paths, trees, unknown }: PlacedSegment,
  cwd: string,
): string | undefined {
  if (mode === "auto") return undefined;
  if (unknown !== undefined)
    return `it may read any file: ${JSON.stringify(unknown)} is known only when it runs`;
  const outside = paths.find(
    (one) =>
      one.access === "reads" &&
      !isInside(one, cwd) &&
      !one.places.every(mayRead) &&
      exists(one) &&
      !ruleForPath(rules, one, cwd),
  );
  if (outside) return `it reads ${outside.path}, outside the working folder`;
  const isGuarded = (path: string) => guard(path, "reads") !== undefined;
  const [secret] = trees.flatMap((tree) => findInTree(tree, isGuarded) ?? []);
  if (!secret) return undefined;
  return secret.isUnknown
    ? `${secret.path} is too large to be checked for guarded files`
    : `it may read ${secret.path}, which is guarded`;
}

/** What is not there cannot be read. */
function exists({ places }: PlacedSegment["paths"][number]): boolean {
  return places.some((place) => {
    try {
      return lstatSync(place, { throwIfNoEntry: false }) !== undefined;
    } catch {
      return false;
    }
  });
}
