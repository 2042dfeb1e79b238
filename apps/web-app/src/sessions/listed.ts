import { createStore, type Store } from "../state/store.ts";
import { server } from "../state/server.ts";
import { problemOf, type Problem } from "../state/problems.ts";
import { lineOf, type SessionLine } from "./session-line.ts";

export interface SessionList {
  readonly isLoaded: boolean;
  readonly lines: readonly SessionLine[];
  readonly problem?: Problem;
}

export const sessionList: Store<SessionList> = createStore<SessionList>({ isLoaded: false, lines: [] });

async function refreshSessions(): Promise<void> {
  try {
    const { sessions, open } = await server.listSessions({ limit: 500 });
    const lines = sessions.map((listed) => lineOf(listed, open));
    const before = sessionList.get();
    const isSame =
      before.isLoaded && !before.problem && JSON.stringify(before.lines) === JSON.stringify(lines);
    if (!isSame) sessionList.set({ isLoaded: true, lines });
  } catch (error) {
    sessionList.set({ ...sessionList.get(), problem: problemOf(error) });
  }
}

/** Refreshes the list while the page is seen. Returns what ends it. */
export function watchSessions(everyMs = 3000): () => void {
  void refreshSessions();
  const timer = setInterval(() => {
    if (!document.hidden) void refreshSessions();
  }, everyMs);
  return () => clearInterval(timer);
}
