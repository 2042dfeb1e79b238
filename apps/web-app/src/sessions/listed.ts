import { createStore, type Store } from "../state/store.ts";
import { server } from "../state/server.ts";
import { problemOf, type Problem } from "../state/problems.ts";
import type { Question } from "../approvals/choices.ts";
import { lineOf, type SessionLine } from "./session-line.ts";

export interface SessionList {
  readonly isLoaded: boolean;
  readonly lines: readonly SessionLine[];
  /** Open questions of sessions that run, by session. */
  readonly questions: Readonly<Record<string, readonly Question[]>>;
  readonly problem?: Problem;
}

export const sessionList: Store<SessionList> = createStore<SessionList>({
  isLoaded: false,
  lines: [],
  questions: {},
});

/** Asks the server for the list. */
export async function refreshSessions(): Promise<void> {
  try {
    const { sessions, open } = await server.listSessions({ limit: 500 });
    const lines = sessions.map((listed) => lineOf(listed, open));
    const next: SessionList = { isLoaded: true, lines, questions: await questionsOf(lines) };
    // The same list is not drawn again.
    if (JSON.stringify(next) !== JSON.stringify(sessionList.get())) sessionList.set(next);
  } catch (error) {
    sessionList.set({ ...sessionList.get(), problem: problemOf(error) });
  }
}

/** So many sessions are asked for their questions, those written last. */
const mostAsked = 8;

async function questionsOf(lines: readonly SessionLine[]): Promise<SessionList["questions"]> {
  const running = lines.filter(({ state, isOpen }) => isOpen && state === "running").slice(0, mostAsked);
  const asked = running.map(async ({ id: session }) => {
    const { questions } = await server.listQuestions({ session });
    return [session, questions as unknown as readonly Question[]] as const;
  });
  return Object.fromEntries(await Promise.all(asked));
}

/** Refreshes the list while the page is seen. Returns what ends it. */
export function watchSessions(everyMs = 3000): () => void {
  void refreshSessions();
  const timer = setInterval(() => {
    if (!document.hidden) void refreshSessions();
  }, everyMs);
  return () => clearInterval(timer);
}
