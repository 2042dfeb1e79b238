import { nextFrame, pause } from "./browser-time.ts";
import { followSession } from "./follow-session.ts";
import { server } from "./server.ts";
import { openingState, type SessionState } from "./session-state.ts";
import { createStore, type Store } from "./store.ts";

export interface OpenedSession {
  readonly store: Store<SessionState>;
  /** Ends the connection. */
  readonly close: () => void;
}

/** The timeline may be behind the conversation for so long, in milliseconds. */
const ledgerDelayMs = 800;

/** Follows a session for as long as it is shown. */
export function openSession(session: string): OpenedSession {
  const store = createStore<SessionState>(openingState(session));
  const left = new AbortController();
  const { signal } = left;
  const events = server.events(session, { signal });
  const now = () => performance.now();
  let isBehind = false;
  const followed = followSession({ session, events, nextFrame, pause, now, onChange });

  function onChange(state: SessionState): void {
    if (signal.aborted) return;
    store.set(state);
    if (isBehind || state.ledger.seq >= state.view.seq) return;
    isBehind = true;
    setTimeout(() => void catchUp(), ledgerDelayMs);
  }

  async function catchUp(): Promise<void> {
    const from = store.get().ledger.seq;
    const answer = await server.listEntries({ session, from }, { signal }).catch(() => undefined);
    isBehind = false; // when it has failed, the next event tries again
    if (answer && !signal.aborted) followed.addEntries(answer.entries);
  }

  return { store, close: () => left.abort() };
}
