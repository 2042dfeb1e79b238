import type { ListedSession, Sessions } from "@skein/runtime";

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

/**
 * The sentence for a session without an open question. One of its subagents may have one: it ended there with no one to
 * answer, and its question stays open in its own session.
 */
export async function describeNothingOpen(
  sessions: Pick<Sessions, "list" | "openQuestions">,
  session: string,
): Promise<string> {
  const children = subagentsOf(await sessions.list(), session).filter((line) => "summary" in line);
  const asking: string[] = [];
  for (const child of children) {
    const open = await sessions.openQuestions(child.session);
    if (open.length > 0) asking.push(child.session);
  }
  const nothing = `No question is open in ${session}.`;
  if (asking.length === 0) return nothing;
  const owners = asking.length === 1 ? "its subagent" : `${asking.length} of its subagents`;
  return `${nothing} The session of ${owners} has one: ${asking.join(", ")}.`;
}
