import type { Verdict } from "@skein/protocol";
import { segmentMatches, type Segment } from "../shell-analysis/index.ts";
import { uncoveredDetail } from "../shell-analysis/patterns/segment-matches.ts";
import type { Access, ReachedPath } from "../paths/reached-paths.ts";
import { coversCall, namesTool } from "./covers-call.ts";
import { coversPath, sampleOf } from "./path-pattern.ts";
import type { CompiledRule, PermissionRule } from "./permission-rule.ts";
import type { CallFacts } from "./restrict-call.ts";

const verdict: Verdict = "allow";

/** The rule that allows a call whatever it is called with. */
export function allowingRule(
  rules: readonly CompiledRule[],
  { request }: CallFacts,
): PermissionRule | undefined {
  return allowing(rules).find((rule) => coversCall(rule, request))?.rule;
}

/** The rule that allows one simple command, whatever its redirections write. */
export function ruleForSegment(rules: readonly CompiledRule[], segment: Segment): PermissionRule | undefined {
  const redirections = segment.redirections.filter(({ writes }) => !writes);
  return allowing(rules).find(
    ({ subject }) =>
      subject.kind === "shell" &&
      subject.commands !== "all" &&
      subject.commands.allowing.some((pattern) => segmentMatches(pattern, { ...segment, redirections })),
  )?.rule;
}

/** What a rule with `[known]` does not cover of a command that begins as it does; a clause. */
export function uncoveredOption(rules: readonly CompiledRule[], segment: Segment): string | undefined {
  for (const { rule, subject } of allowing(rules)) {
    if (subject.kind !== "shell" || subject.commands === "all") continue;
    const word = subject.commands.allowing
      .map((pattern) => uncoveredDetail(pattern, segment))
      .find((found) => found !== undefined);
    if (word) return `${JSON.stringify(word.source)} is not among what ${rule.tool} covers`;
  }
  return undefined;
}

/** The rule that allows to read a file, or to change it. */
export function ruleForPath(
  rules: readonly CompiledRule[],
  { access, places }: ReachedPath,
  cwd: string,
): PermissionRule | undefined {
  return allowing(rules).find(
    ({ subject }) =>
      subject.kind === "path" &&
      subject.access === neededFor(access) &&
      coversPath(subject.pattern, places, { cwd, verdict }),
  )?.rule;
}

/** Whether a rule that allows a file is about guarded ones: `read(~/.ssh/*)` is, and `read(**)` is not. */
export function freesGuardedPath(
  rules: readonly CompiledRule[],
  path: ReachedPath,
  cwd: string,
  isGuarded: (path: string) => boolean,
): boolean {
  return allowing(rules).some(
    ({ subject }) =>
      subject.kind === "path" &&
      subject.access === neededFor(path.access) &&
      coversPath(subject.pattern, path.places, { cwd, verdict }) &&
      isGuarded(sampleOf(subject.pattern, cwd)),
  );
}

/** The rule that allows a call by all the files it reaches, when it does nothing else. */
export function ruleForPaths(
  rules: readonly CompiledRule[],
  { request, paths }: CallFacts,
): PermissionRule | undefined {
  if (request.effect !== "reads" && request.effect !== "writes") return undefined;
  if (paths.length < Math.max(1, request.resources?.length ?? 0)) return undefined;
  const found = paths.map((path) => ruleForPath(rules, path, request.cwd));
  return found.every((rule) => rule !== undefined) ? found[0] : undefined;
}

/** Whether a rule allows this very tool, or this very command: that frees guarded files too. */
export function freesGuarded(rules: readonly CompiledRule[], facts: CallFacts): boolean {
  return allowing(rules).some(({ rule }) => namesTool(rule, facts.request));
}

function allowing(rules: readonly CompiledRule[]): readonly CompiledRule[] {
  return rules.filter(({ rule }) => rule.verdict === verdict);
}

/** What may be changed needs a rule that allows that. */
function neededFor(access: Access): "reads" | "writes" {
  return access === "reads" ? "reads" : "writes";
}
