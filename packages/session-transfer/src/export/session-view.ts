import type { Entry } from "@skein/protocol";
import {
  conversation,
  costs,
  summary,
  type ConversationTurn,
  type Costs,
  type SessionSummary,
} from "@skein/sessions";

/** What `skein session show --json` prints. */
export interface ExportedSession extends Pick<
  SessionSummary,
  "name" | "cwd" | "startedAt" | "lastAt" | "state" | "provider" | "model"
> {
  readonly id: string;
  readonly turns: readonly ConversationTurn[];
  readonly costs: Costs;
}

/** @param known - what a list says of the session, which also knows whether it runs now. */
export function sessionView(
  session: string,
  entries: readonly Entry[],
  known: SessionSummary = summary(entries),
): ExportedSession {
  const { name, cwd, startedAt, lastAt, state, provider, model } = known;
  const head = { id: session, name, cwd, startedAt, lastAt, state, provider, model };
  return { ...head, turns: conversation(entries), costs: costs(entries) };
}
