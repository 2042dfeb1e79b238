import { broadPattern } from "../shell-analysis/index.ts";
import { parseRule } from "./parse-rule.ts";
import type { PermissionRule } from "./permission-rule.ts";

/** A rule that allows more than it seems to show. */
export interface BroadRule {
  readonly rule: string;
  /** A sentence. */
  readonly what: string;
  /** Rules to write in its place; empty where there are none for all. */
  readonly narrower: readonly string[];
}

/** The rules that let a program run anything, such as `shell(make *)`, with narrower ones. */
export function broadRules(rules: readonly PermissionRule[]): readonly BroadRule[] {
  return rules.flatMap(({ tool, verdict }) => {
    const parsed = verdict === "allow" ? parseRule(tool) : undefined;
    if (!parsed || !("subject" in parsed) || parsed.subject.kind !== "shell") return [];
    const { commands, isOutside = false } = parsed.subject;
    const found =
      commands === "all" ? undefined : commands.allowing.map(broadPattern).find((one) => one !== undefined);
    const form = isOutside ? "outside" : "shell";
    return found
      ? [{ rule: tool, what: found.what, narrower: found.narrower.map((pattern) => `${form}(${pattern})`) }]
      : [];
  });
}
