import type { Entry, ReceivedEvent } from "@skein/client";
import {
  disconnected,
  emptyView,
  viewReducer,
  type SessionStep,
  type SessionView,
} from "@skein/session-view";
import { emptyLedger, ledgerAfter, type Ledger } from "./ledger.ts";

/** What the page knows of the session that it shows. */
export interface SessionState {
  readonly session: string;
  readonly view: SessionView;
  /** Made of entries alone: it may be behind the view while a run is on. */
  readonly ledger: Ledger;
  readonly connection: "connecting" | "connected" | "closed" | "failed";
  /** Why it has failed. */
  readonly problem?: unknown;
}

export function openingState(session: string): SessionState {
  return { session, view: emptyView(session), ledger: emptyLedger, connection: "connecting" };
}

/** The state after an event of the server. It may be told again what it has seen. */
export function stateAfter(state: SessionState, event: ReceivedEvent): SessionState {
  if (event.type === "hello") {
    const view = event.resumed === "exact" ? state.view : disconnected(state.view);
    return { ...state, view, connection: "connected" };
  }
  const { news } = event;
  if (news.type === "entry") return stateWithEntries(state, [news.entry]);
  return { ...state, view: viewReducer(state.view, stepOf(news)) };
}

/** The state after entries that follow those of its ledger. */
export function stateWithEntries(state: SessionState, entries: readonly Entry[]): SessionState {
  let { view, ledger } = state;
  for (const entry of entries) {
    view = viewReducer(view, stepOf(entry));
    ledger = ledgerAfter(ledger, entry);
  }
  return { ...state, view, ledger };
}

/** The page and the server have the same version: what it tells are the steps of the view. */
function stepOf(told: object): SessionStep {
  return told as SessionStep;
}
