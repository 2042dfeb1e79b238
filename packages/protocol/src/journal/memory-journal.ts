import type { Entry, EntryKind } from "../entries.ts";
import { SessionError } from "../errors/errors.ts";
import type { JournalStore } from "../ports.ts";
import { checkOrder } from "./check-order.ts";
import { createSessionNotifier, followEntries } from "./follow-entries.ts";
import { checkSessionId } from "./session-id.ts";

/** Session in memory. */
interface Kept {
  /**
   * Stored as text, so that readers get plain JSON and never the caller's
   * objects.
   */
  readonly entries: string[];
  /** By SHA-256, hex. */
  readonly blobs: Map<string, Uint8Array>;
  /**
   * One object per lease, so that each holder can tell whether its lease is
   * still in force.
   */
  lease: { readonly owner: string } | undefined;
}

/**
 * Creates an in-memory journal store. The reference implementation of
 * `JournalStore`, for tests and for sessions that need not outlive the process.
 *
 * A lease never expires here: `ttlMs` is ignored.
 */
export function memoryJournal(): JournalStore {
  const sessions = new Map<string, Kept>();
  const bell = createSessionNotifier();

  function keptOf(session: string): Kept {
    checkSessionId(session);
    const kept = sessions.get(session) ?? { entries: [], blobs: new Map(), lease: undefined };
    sessions.set(session, kept);
    return kept;
  }

  async function* read(session: string, from = 1, kinds?: readonly EntryKind[]): AsyncGenerator<Entry> {
    checkSessionId(session);
    const entries = sessions.get(session)?.entries ?? [];
    const end = entries.length;
    for (let at = Math.max(0, from - 1); at < end; at++) {
      const entry = JSON.parse(entries[at] as string) as Entry;
      if (!kinds || kinds.includes(entry.kind)) yield entry;
    }
  }

  return {
    async append(session, expectedSeq, entries) {
      const kept = keptOf(session);
      checkOrder(session, kept.entries.length, expectedSeq, entries);
      kept.entries.push(...entries.map((entry) => JSON.stringify(entry)));
      bell.notify(session);
    },
    read,
    subscribe: (session, from, signal) =>
      followEntries(
        { read: (next) => read(session, next), onGrowth: (listener) => bell.onGrowth(session, listener) },
        from,
        signal,
      ),
    async lease(session, owner) {
      const kept = keptOf(session);
      if (kept.lease) throw lockedBy(session, kept.lease.owner);
      const mine = { owner };
      kept.lease = mine;
      return {
        async renew() {
          if (kept.lease !== mine) throw lockedBy(session, kept.lease?.owner);
        },
        async release() {
          if (kept.lease === mine) kept.lease = undefined;
        },
      };
    },
    async putBlob(session, bytes) {
      const copy = bytes.slice();
      const hash = process.getBuiltinModule("node:crypto").hash("sha256", copy);
      keptOf(session).blobs.set(hash, copy);
      return hash;
    },
    async blob(session, hash) {
      checkSessionId(session);
      return sessions.get(session)?.blobs.get(hash)?.slice();
    },
  };
}

function lockedBy(session: string, owner: string | undefined): SessionError {
  const message =
    owner === undefined
      ? `The lease of session ${session} was released.`
      : `Session ${session} is in use by ${owner}, in this process.`;
  return new SessionError("locked", message, {
    hint: "Close the other agent first, start another session, or fork this one.",
    nextStep: { do: "fork-session", session },
  });
}
