import { parseRule } from "../../rules/parse-rule.ts";
import type { Inspector } from "@skein/protocol";
import { analyzeCommand, segmentMatches, type CommandPattern } from "../../shell-analysis/index.ts";
import { inspectedCommand } from "../inspected-command.ts";
import { findDestructive, type Destruction } from "./find-destructive.ts";

/**
 * Asks about shell commands that destroy what cannot be brought back, in every permission mode. A permission rule allows
 * one when it covers the command and speaks of it: `shell(git push --force *)` does, `shell(git push *)` does not.
 */
export function destructive(): Inspector {
  return {
    name: "destructive",
    async inspectCall({ request, rules }) {
      const command = await inspectedCommand(request);
      const found = command ? findDestructive(command) : [];
      if (found.length === 0) return undefined;
      const patterns = (await rules()).flatMap(shellPatterns);
      const left: Destruction[] = [];
      for (const one of found) if (!(await isAllowed(one, patterns, request.cwd))) left.push(one);
      if (left.length === 0) return undefined;
      return { verdict: "ask", reason: left.map(({ what }) => what).join(" ") };
    },
  };
}

function shellPatterns(rule: string): readonly CommandPattern[] {
  const parsed = parseRule(rule);
  if (!("subject" in parsed) || parsed.subject.kind !== "shell") return [];
  return parsed.subject.commands === "all" ? [] : parsed.subject.commands.allowing;
}

async function isAllowed(
  { segment }: Destruction,
  patterns: readonly CommandPattern[],
  cwd: string,
): Promise<boolean> {
  if (!segment) return false;
  for (const { text } of patterns.filter((pattern) => segmentMatches(pattern, segment))) {
    const analysis = await analyzeCommand(text);
    if (findDestructive({ ...analysis, text, cwd }).length > 0) return true;
  }
  return false;
}
