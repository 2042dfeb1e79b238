import { createTranscript, type Question } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import type { ListedSession } from "@skein/sessions";
import { readEntries } from "./read-entries.ts";

/** Sessions without those of subagents. One whose parent is not there any more stands for itself. */
export function withoutSubagents(listed: readonly ListedSession[]): readonly ListedSession[] {
  const ids = new Set(listed.map(({ session }) => session));
  return listed.filter((line) => {
    const parent = parentOf(line);
    return parent === undefined || !ids.has(parent);
  });
}

/** The sessions of its subagents, of theirs, and so on, each behind the one that has started it. */
export function subagentsOf(listed: readonly ListedSession[], session: string): readonly ListedSession[] {
  const byParent = Map.groupBy(listed, parentOf);
  const found = new Map<string, ListedSession>();
  const add = (parent: string): void => {
    // The one that was written last is listed first.
    for (const line of (byParent.get(parent) ?? []).toReversed()) {
      if (line.session === session || found.has(line.session)) continue;
      found.set(line.session, line);
      add(line.session);
    }
  };
  add(session);
  return [...found.values()];
}

function parentOf(line: ListedSession): string | undefined {
  return ("summary" in line ? line.summary.child : line.child)?.session;
}

/** A session with open questions. */
export interface AskingSession {
  readonly session: string;
  readonly questions: readonly Question[];
  /** The session to resume after the answers. */
  readonly resumed: string;
}

/** Subagents of a session, at any depth, that ended with a question that no one was available to answer. */
export async function askingSubagents(
  sessions: Pick<Sessions, "list" | "openQuestions" | "entries">,
  session: string,
): Promise<readonly AskingSession[]> {
  const asking: AskingSession[] = [];
  for (const line of subagentsOf(await sessions.list(), session)) {
    if (!("summary" in line)) continue;
    const questions = await sessions.openQuestions(line.session);
    if (questions.length === 0) continue;
    const resumed = await sessionToResume(sessions, line.session);
    asking.push({ session: line.session, questions, resumed });
  }
  return asking;
}

/**
 * The session to resume after an answer in `session`: the topmost one that waits for it. A subagent is resumed by its
 * parent; one that its parent no longer waits for is resumed itself.
 */
export async function sessionToResume(
  sessions: Pick<Sessions, "list" | "entries">,
  session: string,
): Promise<string> {
  const listed = await sessions.list();
  const visited = new Set<string>();
  let current = session;
  while (!visited.has(current)) {
    visited.add(current);
    const line = listed.find((one) => one.session === current);
    const parent = line && parentOf(line);
    if (parent === undefined || !(await waitsFor(sessions, parent, current))) return current;
    current = parent;
  }
  return session;
}

/** Returns true if no question is open in a session, nor in those of the subagents that it waits for. */
export async function hasAllAnswers(
  sessions: Pick<Sessions, "list" | "openQuestions" | "entries">,
  session: string,
): Promise<boolean> {
  if ((await sessions.openQuestions(session)).length > 0) return false;
  const asking = await askingSubagents(sessions, session);
  return asking.every(({ resumed }) => resumed !== session);
}

/** Returns true if the call that started the child has no result, or the last run left the child in the background. */
async function waitsFor(
  sessions: Pick<Sessions, "entries">,
  session: string,
  child: string,
): Promise<boolean> {
  const { entries } = await readEntries(sessions, session);
  const end = entries.findLast((entry) => entry.kind === "outcome");
  if (end?.waitsFor?.includes(child)) return true;
  const start = entries.findLast((entry) => entry.kind === "child" && entry.session === child);
  if (start?.kind !== "child") return false;
  return createTranscript(entries)
    .openCalls()
    .some(({ call }) => call.id === start.callId);
}

/**
 * The sentence for a session without an open question. One of its subagents may have one: it ended there with no one to
 * answer, and its question stays open in its own session.
 */
export async function describeNothingOpen(
  sessions: Pick<Sessions, "list" | "openQuestions" | "entries">,
  session: string,
): Promise<string> {
  const asking = (await askingSubagents(sessions, session)).map((child) => child.session);
  const nothing = `No question is open in ${session}.`;
  if (asking.length === 0) return nothing;
  const owners = asking.length === 1 ? "its subagent" : `${asking.length} of its subagents`;
  return `${nothing} The session of ${owners} has one: ${asking.join(", ")}.`;
}
