import type { Entry } from "@skein/protocol";
import type { LiveSession } from "@skein/host";
import { callsIn, collectEntries } from "@skein/host/sessions";
import type { AgentSettings } from "@skein/runtime";
import { emptyView, viewOfEntries } from "@skein/session-view";
import { followSession, type Following } from "./follow-session.ts";
import type { ProgressShown } from "./progress-shown.ts";
import { nothingSpent, spentBySubagents, type KeptSessions } from "./session-spending.ts";

/** The session that a chat is in: read from storage, then followed; another one after a switch. */
export interface ChatSession {
  live(): LiveSession;
  /** Reads the session from storage. */
  read(): Promise<readonly Entry[]>;
  /** Shows all news from now on. Changes nothing if they are shown already. */
  follow(): void;
  /** Closes the session and opens another one. The new one is neither read nor followed yet. */
  switchTo(next: Partial<AgentSettings> & { readonly session: string }): Promise<void>;
  /** Resolves when all news have been shown. */
  close(): Promise<void>;
}

/** @param progress - asked only after the session was made, since each of the two needs the other. */
export function createChatSession(
  first: LiveSession,
  sessions: KeptSessions,
  progress: () => ProgressShown,
): ChatSession {
  let live = first;
  let following: Following | undefined;

  async function close(): Promise<void> {
    await live.close();
    await following?.ended;
  }

  return {
    live: () => live,
    async read() {
      const entries = await collectEntries(sessions.entries(live.id));
      const isNew = entries.length === 0;
      const shown = isNew ? emptyView(live.id) : viewOfEntries(entries);
      progress().apply({ type: "session-read", shown, replyCalls: callsIn(entries) });
      const spent = isNew
        ? nothingSpent
        : await spentBySubagents(await sessions.subagents(live.id), sessions);
      progress().apply({ type: "spending-read", spent });
      return entries;
    },
    follow() {
      const { shown } = progress().now();
      following ??= followSession(live, shown.seq, (news) => progress().news(news));
    },
    async switchTo(next) {
      await close();
      following = undefined;
      live = live.other(next);
      progress().apply({ type: "session-left" });
    },
    close,
  };
}
