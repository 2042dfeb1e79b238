import type { Entry, Question, SessionError } from "@skein/protocol";
import type { Runtime, Sessions } from "@skein/runtime";
import { conversation, costs, type ListedSession } from "@skein/sessions";
import { readEntries } from "./read-entries.ts";
import { subagentObject, withSubagents, type SpentInAll } from "./subagent-spending.ts";

/** All that is shown of a session. */
export interface WholeSession {
  readonly session: string;
  readonly entries: readonly Entry[];
  /** Of what stands behind those entries. */
  readonly damage: SessionError | undefined;
  readonly summary: Extract<ListedSession, { readonly summary: unknown }>["summary"] | undefined;
  readonly spent: ReturnType<typeof costs>;
  readonly subagents: Awaited<ReturnType<Sessions["subagents"]>>;
  /** With what its subagents have spent. */
  readonly total: SpentInAll;
  readonly openQuestions: readonly Question[];
}

export async function readSession(sessions: Runtime["sessions"], session: string): Promise<WholeSession> {
  const { entries, damage } = await readEntries(sessions, session);
  const listed = (await sessions.list(session)).find((line) => line.session === session);
  const spent = costs(entries);
  const subagents = await sessions.subagents(session);
  return {
    session,
    entries,
    damage,
    summary: listed && "summary" in listed ? listed.summary : undefined,
    spent,
    subagents,
    total: withSubagents(spent, subagents),
    openQuestions: damage ? [] : await sessions.openQuestions(session),
  };
}

/** For programs. */
export function sessionObject(whole: WholeSession): object {
  const { session: id, entries, damage, spent, subagents, total, openQuestions, summary } = whole;
  const { name, cwd, startedAt, lastAt, state, provider, model, parent, child, worktree, isRewound } =
    summary ?? {};
  const known = { name, cwd, startedAt, lastAt, state, provider, model, parent, child, worktree, isRewound };
  return {
    id,
    ...known,
    turns: conversation(entries),
    costs: spent,
    subagents: subagents.map(subagentObject),
    total,
    openQuestions,
    ...(damage && { damaged: damage.message }),
  };
}
