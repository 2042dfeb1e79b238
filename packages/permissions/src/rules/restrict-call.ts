import { coversAddress } from "@skein/platform/hosts";
import type { GateRequest } from "@skein/protocol";
import {
  segmentCoverage,
  type CommandAnalysis,
  type Coverage,
  type Segment,
} from "../shell-analysis/index.ts";
import { findInTree, type SearchedTree } from "../paths/find-in-tree.ts";
import { bothOf } from "../paths/path-parts.ts";
import type { ReachedPath } from "../paths/reached-paths.ts";
import { describeProblem } from "../shell/describe-problem.ts";
import type { PlacedSegment } from "../shell/placed-segment.ts";
import { commandIn, coversCall } from "./covers-call.ts";
import { coversPath } from "./path-pattern.ts";
import type { RuleSubject } from "./rule-subject.ts";
import { stricter, type CompiledRule, type PermissionRule } from "./permission-rule.ts";

/** What is known of a call before it is judged. */
export interface CallFacts {
  readonly request: GateRequest;
  /** Of a call that runs a command. */
  readonly command?: CommandAnalysis | undefined;
  /** Its simple commands; with problems, those that were found. */
  readonly placed: readonly PlacedSegment[];
  readonly paths: readonly ReachedPath[];
  /** Folders of which it reads all files below. */
  readonly trees: readonly SearchedTree[];
  /** Why it is to run outside the sandbox, when it is. */
  readonly outside?: string | undefined;
}

export interface Restriction {
  readonly verdict: "ask" | "deny";
  readonly rule: PermissionRule;
  /** Why a rule that denies only asks. */
  readonly doubt?: string;
}

/** The strictest rule that asks about a call or denies it, or may do so; the first of equals. */
export function restrictCall(rules: readonly CompiledRule[], facts: CallFacts): Restriction | undefined {
  const found = rules.flatMap((rule) => restrictionOf(rule, facts) ?? []);
  return found.length === 0 ? undefined : found.reduce(stricter);
}

function restrictionOf(compiled: CompiledRule, facts: CallFacts): Restriction | undefined {
  const { rule } = compiled;
  const { verdict } = rule;
  if (verdict === "allow") return undefined;
  if (coversCall(compiled, facts.request) || coversPart(compiled, facts)) return { verdict, rule };
  const doubt = doubtOf(compiled, facts);
  return doubt === undefined ? undefined : { verdict: "ask", rule, doubt };
}

function coversPart(
  { rule: { verdict }, subject }: CompiledRule,
  { request, command, paths, trees }: CallFacts,
): boolean {
  const segments = command?.segments ?? [];
  switch (subject.kind) {
    case "shell":
      return segments.some((segment) => coverageOf(subject, segment) === "yes");
    case "path": {
      const { access, pattern } = subject;
      // What must not be seen must not be changed either.
      const reachedBy = paths.filter((one) => access === "reads" || one.access === "writes");
      const covers = (places: readonly string[]) =>
        coversPath(pattern, places, { cwd: request.cwd, verdict });
      if (reachedBy.some(({ places }) => covers(places))) return true;
      const isSearched = (path: string) => covers(bothOf(path));
      return access === "reads" && trees.some((tree) => findInTree(tree, isSearched)?.isUnknown === false);
    }
    case "domain":
      return segments.some(({ args }) =>
        args.some(({ text }) => /^https?:/i.test(text) && coversAddress(subject.pattern, text, "wide")),
      );
    default:
      return false;
  }
}

/** Why it cannot be told whether a rule covers a part of a command. */
function doubtOf(
  { rule: { verdict }, subject }: CompiledRule,
  { request, command, placed, paths, trees }: CallFacts,
): string | undefined {
  if (!command || !["shell", "path", "domain"].includes(subject.kind)) return undefined;
  const [problem] = command.problems;
  if (problem !== undefined) {
    const clause = describeProblem(problem, commandIn(request) ?? "");
    return `the command cannot be checked against it: ${clause}`;
  }
  if (subject.kind === "shell")
    return command.segments.some((segment) => coverageOf(subject, segment) === "maybe")
      ? "it may cover a part of this command"
      : undefined;
  if (subject.kind !== "path") return undefined;
  const large = subject.access === "reads" ? trees.find(isTooLarge) : undefined;
  if (large !== undefined) return `${large.path} is too large to be checked against it`;
  const unknown = placed.find((one) => one.unknown !== undefined)?.unknown;
  if (unknown !== undefined) return `${JSON.stringify(unknown)} is known only when the command runs`;
  const changed = paths.find(
    ({ access, places }) =>
      access === "unknown" && coversPath(subject.pattern, places, { cwd: request.cwd, verdict }),
  );
  return changed && `the command may change ${changed.path}`;
}

function coverageOf({ commands }: Extract<RuleSubject, { kind: "shell" }>, segment: Segment): Coverage {
  if (commands === "all") return "yes";
  const found = commands.restricting.map((pattern) => segmentCoverage(pattern, segment));
  return found.find((one) => one === "yes") ?? found.find((one) => one === "maybe") ?? "no";
}

function isTooLarge(tree: SearchedTree): boolean {
  return findInTree(tree, () => false)?.isUnknown === true;
}

/** Whether a rule asks about reading a file, or denies it. @param path - absolute. */
export function restrictsReading(rules: readonly CompiledRule[], path: string, cwd: string): boolean {
  return rules.some(
    ({ rule: { verdict }, subject }) =>
      verdict !== "allow" &&
      subject.kind === "path" &&
      subject.access === "reads" &&
      coversPath(subject.pattern, bothOf(path), { cwd, verdict }),
  );
}
