import type { Decision, GateRequest } from "@skein/protocol";
import type { CommandAnalysis } from "../shell-analysis/index.ts";
import { decideByMode } from "../modes.ts";
import { pathsOfCall } from "../paths/reached-paths.ts";
import { allowingRule, ruleForPaths } from "../rules/allow-call.ts";
import { commandIn } from "../rules/covers-call.ts";
import { describeRule, type PermissionRule } from "../rules/permission-rule.ts";
import { applicableRules, reasonOutside } from "../rules/outside-sandbox.ts";
import { restrictCall, type CallFacts, type Restriction } from "../rules/restrict-call.ts";
import { describeProblem } from "../shell/describe-problem.ts";
import { placeSegments } from "../shell/place-segments.ts";
import { askAboutGuarded } from "./ask-about-guarded.ts";
import { askAboutStartFiles } from "./ask-about-start-files.ts";
import { isRoutine } from "./is-routine.ts";
import { askOutsideSandbox } from "./ask-outside-sandbox.ts";
import { judgeSegments, type SegmentJudgement } from "./judge-segments.ts";
import type { Policy } from "./policy.ts";
import { questionOutside } from "./question-outside.ts";

/** A decision, and what led to it. */
export interface Judgement extends Decision {
  /** The rule that decided. */
  readonly rule?: PermissionRule;
  /** Of a command: its parts. */
  readonly segments?: readonly SegmentJudgement[];
  /** Of a command that asks: the smallest rules that together allow all its parts. Absent where a part has none. */
  readonly remedies?: readonly string[];
  /** It is asked whatever was answered before. */
  readonly isFirm?: boolean;
  /** It is asked because of guarded files. */
  readonly isGuarded?: boolean;
}

/**
 * deny beats ask beats allow:
 *
 * 1. What the mode denies (`chat`, `plan`) is denied, and so is what a rule denies.
 * 2. A call that touches guarded files is asked about, in `auto` only when it writes, unless a rule allows this tool, this
 *    command or these files.
 * 3. A rule that asks, asks.
 * 4. A rule that allows the call, or one for each of its parts, allows it.
 * 5. In `auto`, a file that is written and may decide what runs later is asked about.
 * 6. What is to run outside the sandbox is asked about.
 * 7. Otherwise the mode decides.
 *
 * @param command - of a call that runs one: what is known of it.
 */
export function judgeCall(all: Policy, request: GateRequest, command?: CommandAnalysis): Judgement {
  const policy = { ...all, rules: applicableRules(all.rules, request) };
  const { mode, rules, isFixed } = policy;
  const call = callOf(request, command);
  const byMode = decideByMode(mode, request, isFixed);
  const segments = judgeSegments(policy, call);
  // The parts are all that runs only where there are no problems.
  const known = segments !== undefined && command?.problems.length === 0 ? segments : [];
  const isFree =
    known.length > 0 &&
    known.every(({ verdict }) => verdict === "allow") &&
    (call.outside === undefined || known.some(({ rule }) => rule !== undefined));
  const mayPass =
    mode === "plan" &&
    call.outside === undefined &&
    known.length > 0 &&
    known.every(({ isHarmless }) => isHarmless);
  const remedies = remediesOf(known);
  const parts = segments === undefined ? {} : { segments, ...(remedies.length > 0 ? { remedies } : {}) };
  if (byMode.verdict === "deny" && !mayPass) return { ...byMode, ...parts };

  const restriction = restrictCall(rules, call);
  if (restriction?.verdict === "deny") return { ...byRestriction(restriction), ...parts };
  const guarded = askAboutGuarded(policy, call);
  if (guarded) return { ...guarded, ...parts, isGuarded: true, isFirm: restriction !== undefined };
  if (restriction) return { ...byRestriction(restriction), ...parts, isFirm: true };

  const rule = allowingRule(rules, call) ?? ruleForPaths(rules, call);
  if (rule) return { verdict: "allow", by: describeRule(rule), rule, ...parts };
  const started = askAboutStartFiles(policy, call);
  if (started) return { ...started, ...parts };
  if (isFree) return byParts(known);
  if (call.outside !== undefined && policy.asksOutside)
    return { ...askOutsideSandbox(call.outside, remedies), ...parts };
  if (mode === "auto") return { ...byMode, ...parts };
  const outside = questionOutside(policy, call);
  if (outside) return { ...outside, ...parts };
  const ruling = { ...byModeOf(policy, call, byMode, segments), ...parts };
  return ruling.verdict === "ask" && isRoutine(policy, call) ? { ...ruling, isRoutine: true } : ruling;
}

function remediesOf(segments: readonly SegmentJudgement[]): readonly string[] {
  const found = segments.filter(({ verdict }) => verdict === "ask").map(({ remedies }) => remedies);
  return found.every((remedies) => remedies !== undefined) ? [...new Set(found.flat())] : [];
}

function callOf(request: GateRequest, command: CommandAnalysis | undefined): CallFacts {
  if (!command) return { request, paths: pathsOfCall(request), trees: [], placed: [] };
  const placed = placeSegments(command.segments, request.cwd);
  const paths = placed.flatMap((one) => one.paths);
  const trees = placed.flatMap((one) => one.trees);
  return { request, command, placed, paths, trees, outside: reasonOutside(request) };
}

function byRestriction({ verdict, rule, doubt }: Restriction): Judgement {
  const { tool, reason, verdict: written } = rule;
  const said = reason ?? `A rule for ${tool} says ${written}.`;
  return {
    verdict,
    by: describeRule(rule),
    reason: doubt === undefined ? said : `${said.replace(/\.$/, "")}, and ${doubt}.`,
    rule,
  };
}

function byParts(segments: readonly SegmentJudgement[]): Judgement {
  const [first] = segments;
  const rule = segments.find((one) => one.rule !== undefined)?.rule;
  const by = [...new Set(segments.map((one) => one.by))].join(", ");
  return { verdict: "allow", by: by === "" ? (first?.by ?? "") : by, ...(rule ? { rule } : {}), segments };
}

function byModeOf(
  { mode }: Policy,
  { request, command, paths }: CallFacts,
  byMode: Decision,
  segments: readonly SegmentJudgement[] | undefined,
): Judgement {
  const isEdit = mode === "accept_edits" && request.effect === "writes" && paths.length > 0;
  // What lies outside has been asked about.
  if (isEdit && paths.length === request.resources?.length) return { verdict: "allow", by: byMode.by };
  if (!command || byMode.verdict === "allow") return byMode;
  const [problem] = command.problems;
  const open = segments?.find(({ verdict }) => verdict !== "allow");
  const part =
    open && segments && segments.length > 1
      ? `${JSON.stringify(open.text)} is not known to only read`
      : undefined;
  const why =
    problem === undefined ? (open?.reason ?? part) : describeProblem(problem, commandIn(request) ?? "");
  if (mode === "approve" || why === undefined) return byMode;
  return {
    ...byMode,
    verdict: byMode.verdict === "deny" ? "deny" : "ask",
    reason: `${byMode.reason?.replace(/\.$/, "") ?? "Asked"}: ${why}.`,
  };
}
