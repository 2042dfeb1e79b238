import type { Question } from "@skein/protocol";
import type { Item } from "./items.ts";
import { partsInOrder } from "./reply.ts";
import { plusSpent, type Spent } from "./session-facts.ts";
import type { ChildView, SessionView } from "./session-view.ts";

/** All items in order, with those of the reply that streams in. */
export function itemsOf({ conversation: { groups, reply } }: SessionView): readonly Item[] {
  return reply ? [...groups.flat(), ...partsInOrder(reply)] : groups.flat();
}

export function childrenOfCall({ children }: SessionView, callId: string): readonly ChildView[] {
  return children.filter((child) => child.callId === callId);
}

/** The view of a subagent, however deep it was started; `undefined`: nothing was heard of it. */
export function viewOfSubagent({ children }: SessionView, session: string): SessionView | undefined {
  for (const child of children) {
    const found = child.session === session ? child.view : viewOfSubagent(child.view, session);
    if (found) return found;
  }
  return undefined;
}

/** A question that somebody may answer. */
export interface OpenQuestion {
  /** Of the session that asks; `undefined` when nothing has named it yet. */
  readonly session: string | undefined;
  /** Sessions of subagents down to it; empty for the session of the view. */
  readonly path: readonly string[];
  readonly question: Question;
}

/** Those of the session, and then those of its subagents. */
export function openQuestions(view: SessionView, path: readonly string[] = []): readonly OpenQuestion[] {
  const session = path.at(-1) ?? view.facts.id;
  const own = view.conversation.questions.map((question) => ({ session, path, question }));
  return [...own, ...view.children.flatMap((child) => openQuestions(child.view, [...path, child.session]))];
}

/** What the session has spent with all of its subagents. */
export function spentInAll({ facts, children }: SessionView): Spent {
  return children.map(({ view }) => spentInAll(view)).reduce(plusSpent, facts.spent);
}
