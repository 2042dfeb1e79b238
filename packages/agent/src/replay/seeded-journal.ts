import { sha256 } from "../context/sha256.ts";
import { createSessionNotifier, followEntries, type Entry, type JournalStore } from "@skein/protocol";

export interface SeededJournal extends JournalStore {
  /** The appended entries, in order. */
  readonly added: readonly Entry[];
}

/**
 * An in-memory journal of one session that starts with recorded entries. They are not copied, since a long
 * session is replayed run by run.
 *
 * @param onAppend - is awaited before the entries count as written.
 */
export function seededJournal(
  seed: readonly Entry[],
  onAppend: (entries: readonly Entry[]) => Promise<void>,
): SeededJournal {
  const added: Entry[] = [];
  const blobs = new Map<string, Uint8Array>();
  const bell = createSessionNotifier();
  const read: JournalStore["read"] = async function* (_session, from = 1, kinds) {
    for (const entries of [seed, added]) {
      for (const entry of entries) {
        if (entry.seq >= from && (!kinds || kinds.includes(entry.kind))) yield entry;
      }
    }
  };
  return {
    added,
    async append(session, _expectedSeq, entries) {
      await onAppend(entries);
      added.push(...entries);
      bell.notify(session);
    },
    read,
    subscribe: (session, from, signal) =>
      followEntries(
        { read: (next) => read(session, next), onGrowth: (listener) => bell.onGrowth(session, listener) },
        from,
        signal,
      ),
    // Only one agent in one process uses the session.
    lease: () => Promise.resolve({ renew: () => Promise.resolve(), release: () => Promise.resolve() }),
    putBlob(_session, bytes) {
      const hash = sha256(bytes);
      blobs.set(hash, bytes);
      return Promise.resolve(hash);
    },
    blob: (_session, hash) => Promise.resolve(blobs.get(hash)),
  };
}
