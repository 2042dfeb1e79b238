import { broadRules, type BroadRule } from "@skein/permissions";
import { isJsonObject, type Entry } from "@skein/protocol";
import type { Machine } from "../machine.ts";
import { machineSessions } from "../sessions/machine-sessions.ts";
import { commandPolicy, explainBy } from "./explain-command.ts";
import { rulesBySavings, type AskedCommand } from "./rules-by-savings.ts";

/** A rule that would have saved approvals. */
export interface SuggestedRule {
  readonly rule: string;
  /** Other rules that it takes beside it and those that are listed before it; mostly none. */
  readonly with: readonly string[];
  /** Approvals that past sessions of this folder asked for, a person gave, and the rules before it leave. */
  readonly questions: number;
  /** Some of the commands. */
  readonly examples: readonly string[];
}

/** Rules to write, and rules that are written and allow more than they seem to show. */
export interface Suggestions {
  readonly rules: readonly SuggestedRule[];
  readonly broad: readonly BroadRule[];
}

const mostSessions = 200;
const mostExamples = 3;

/**
 * Reads the approvals of past sessions in a folder and finds the smallest rules that would have saved them, the most useful
 * first. Only commands that still ask, and rules that save more than one approval. A saving is counted where the command
 * is allowed once the rule is added.
 */
export async function suggestRules(machine: Machine, cwd: string): Promise<Suggestions> {
  const policy = await commandPolicy(machine, { cwd });
  const times = new Map<string, number>();
  await using sessions = await machineSessions(machine);
  const listed = await sessions.list();
  const here = listed.flatMap((line) =>
    "summary" in line && line.summary.cwd === cwd ? [line.session] : [],
  );
  for (const session of here.slice(0, mostSessions)) {
    const entries = await Array.fromAsync(sessions.entries(session)).catch(() => []);
    for (const command of approvedCommands(entries)) times.set(command, (times.get(command) ?? 0) + 1);
  }
  const asked: AskedCommand[] = [];
  for (const [command, count] of times) {
    const { decision, remedies } = await explainBy(policy, command);
    if (decision === "ask" && remedies.length > 0) asked.push({ command, times: count, remedies });
  }
  const suggested: SuggestedRule[] = [];
  const added: string[] = [];
  for (const { rules, commands } of rulesBySavings(asked)) {
    added.push(...rules);
    const more = added.map((tool) => ({ tool, verdict: "allow" }) as const);
    const saved: AskedCommand[] = [];
    for (const one of commands) {
      const after = await explainBy({ ...policy, rules: [...policy.rules, ...more] }, one.command);
      if (after.decision === "allow") saved.push(one);
    }
    const questions = saved.reduce((sum, one) => sum + one.times, 0);
    const [rule, ...others] = rules;
    if (rule !== undefined && questions > 1)
      suggested.push({
        rule,
        with: others,
        questions,
        examples: saved.slice(0, mostExamples).map(({ command }) => command),
      });
  }
  return { rules: suggested, broad: broadRules(policy.rules) };
}

function approvedCommands(entries: readonly Entry[]): readonly string[] {
  const asked = new Map<string, string>();
  const approved: string[] = [];
  for (const entry of entries) {
    if (entry.kind === "question" && entry.question.kind === "approval") {
      const { id, tool, input } = entry.question;
      const command = tool.endsWith("shell") && isJsonObject(input) ? input["command"] : undefined;
      if (typeof command === "string") asked.set(id, command);
    } else if (entry.kind === "answer" && "allow" in entry.answer) {
      const command = asked.get(entry.questionId);
      if (command !== undefined) approved.push(command);
    }
  }
  return approved;
}
