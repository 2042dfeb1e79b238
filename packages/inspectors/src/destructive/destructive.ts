import { parseRule } from "@skein/permissions";
import type { Inspector } from "@skein/protocol";
import { analyzeCommand, segmentMatches, type Segment } from "@skein/shell-analysis";
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
      const patterns = (await rules()).flatMap(shellPattern);
      const left: Destruction[] = [];
      for (const one of found) if (!(await isAllowed(one, patterns, request.cwd))) left.push(one);
      if (left.length === 0) return undefined;
      return { verdict: "ask", reason: left.map(({ what }) => what).join(" ") };
    },
  };
}

function shellPattern(rule: string): readonly string[] {
  const parsed = parseRule(rule);
  if (!("subject" in parsed) || parsed.subject.kind !== "shell") return [];
  return [parsed.subject.pattern.replace(/:\*$/, " *")]; // as Claude Code writes it
}

async function isAllowed(
  { segment }: Destruction,
  patterns: readonly string[],
  cwd: string,
): Promise<boolean> {
  if (!segment) return false;
  for (const pattern of patterns.filter((one) => covers(one, segment))) {
    const analysis = await analyzeCommand(pattern);
    if (findDestructive({ ...analysis, text: pattern, cwd }).length > 0) return true;
  }
  return false;
}

function covers(pattern: string, segment: Segment): boolean {
  try {
    return segmentMatches(pattern, segment);
  } catch {
    return false;
  }
}
