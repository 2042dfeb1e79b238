import { createContext, use } from "react";
import { openingState, type SessionState } from "./session-state.ts";
import { createStore, useSelected, type Store } from "./store.ts";

/** The session that this part of the page shows. */
export const CurrentSession = createContext<Store<SessionState>>(createStore(openingState("")));

/** Draws again only when what is selected is another object. */
export function useSessionPart<Part>(select: (state: SessionState) => Part): Part {
  return useSelected(use(CurrentSession), select);
}

/** The folder of the session; `undefined` until it is known. Events of a run do not say it, entries do. */
export function useSessionFolder(): string | undefined {
  return useSessionPart(({ view, ledger }) => view.facts.cwd ?? ledger.cwd);
}

/** The id of the session that is shown. */
export function useSessionId(): string {
  return useSessionPart(({ session }) => session);
}
