import type { SessionLine } from "../sessions/session-line.ts";
import { createStore, type Store } from "../state/store.ts";

/** An answer to a subagent's question, given in the session of the subagent. */
export interface AnswerNote {
  /** The session that continues from the answer. */
  readonly session: string;
  readonly title: string;
}

/** The last one that was not closed. */
export const lastAnswerNote: Store<AnswerNote | undefined> = createStore<AnswerNote | undefined>(undefined);

/**
 * What is shown after an answer.
 *
 * @returns undefined if the session that has the question continues itself.
 */
export function answerNote(
  { session, resumed }: { readonly session: string; readonly resumed: string },
  lines: readonly Pick<SessionLine, "id" | "title">[],
): AnswerNote | undefined {
  if (resumed === session) return undefined;
  return { session: resumed, title: lines.find(({ id }) => id === resumed)?.title ?? resumed };
}
