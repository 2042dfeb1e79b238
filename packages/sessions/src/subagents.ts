import { SkeinError, messageOf, type Entry, type JournalStore } from "@skein/protocol";
import { summary, summaryKinds, type SessionSummary } from "./summary.ts";

export interface Subagent {
  readonly session: string;
  /** The call that started it, if it was started by one. */
  readonly callId: string | undefined;
  /** Empty when its session is not in the store. */
  readonly summary: SessionSummary;
  /** Why its session cannot be read: removed or damaged. */
  readonly problem: string | undefined;
  readonly children: readonly Subagent[];
}

/**
 * The subagents of a session and their subagents, in the order they were started. A session that contains itself is
 * not entered again.
 *
 * @param entries - of the session; only its `child` entries matter.
 */
export async function findSubagents(
  store: JournalStore,
  entries: Iterable<Entry>,
): Promise<readonly Subagent[]> {
  return childrenOf(store, entries, new Set());
}

async function childrenOf(
  store: JournalStore,
  entries: Iterable<Entry>,
  above: ReadonlySet<string>,
): Promise<readonly Subagent[]> {
  const found: Subagent[] = [];
  for (const entry of entries) {
    if (entry.kind !== "child") continue;
    found.push(await subagent(store, entry.session, { callId: entry.callId, above }));
  }
  return found;
}

async function subagent(
  store: JournalStore,
  session: string,
  { callId, above }: { readonly callId: string | undefined; readonly above: ReadonlySet<string> },
): Promise<Subagent> {
  const entries: Entry[] = [];
  let problem: string | undefined;
  try {
    for await (const entry of store.read(session, 1, [...summaryKinds, "child"])) entries.push(entry);
  } catch (error) {
    if (!SkeinError.is(error)) throw error;
    problem = messageOf(error);
  }
  const isAbove = above.has(session);
  const children = isAbove ? [] : await childrenOf(store, entries, new Set([...above, session]));
  return { session, callId, summary: summary(entries), problem, children };
}
