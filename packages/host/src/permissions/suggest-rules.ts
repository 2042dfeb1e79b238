import { openSessions, suggestCommandRules } from "@skein/runtime";
import { isJsonObject, type Entry } from "@skein/protocol";
import type { Machine } from "../machine.ts";
import { commandPolicy, explainBy } from "./explain-command.ts";

/** A rule that would have saved approvals. */
export interface SuggestedRule {
  readonly rule: string;
  /** Approvals that past sessions of this folder asked for, and a person gave. */
  readonly questions: number;
  /** Some of the commands. */
  readonly examples: readonly string[];
}

const mostSessions = 200;
const mostExamples = 3;

/**
 * Reads the approvals of past sessions in a folder and finds the smallest rules that would have saved them, the most useful
 * first. Only commands that were approved more than once, and that still ask.
 */
export async function suggestRules(machine: Machine, cwd: string): Promise<readonly SuggestedRule[]> {
  const policy = await commandPolicy(machine, { cwd });
  const approved: string[] = [];
  await using sessions = openSessions(machine.directories.data);
  const listed = await sessions.list();
  const here = listed.flatMap((line) =>
    "summary" in line && line.summary.cwd === cwd ? [line.session] : [],
  );
  for (const session of here.slice(0, mostSessions)) {
    const entries = await Array.fromAsync(sessions.entries(session)).catch(() => []);
    approved.push(...approvedCommands(entries));
  }
  const found = new Map<string, { questions: number; examples: Set<string> }>();
  for (const command of approved) {
    if ((await explainBy(policy, command)).decision !== "ask") continue;
    for (const rule of suggestCommandRules(command)) {
      const one = found.get(rule) ?? { questions: 0, examples: new Set() };
      one.questions++;
      if (one.examples.size < mostExamples) one.examples.add(command);
      found.set(rule, one);
    }
  }
  return [...found]
    .filter(([, { questions }]) => questions > 1)
    .map(([rule, { questions, examples }]) => ({ rule, questions, examples: [...examples] }))
    .toSorted((one, other) => other.questions - one.questions);
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
