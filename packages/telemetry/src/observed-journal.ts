import type { Entry, JournalStore } from "@skein/protocol";

/** The same journal; `onAppended` gets what was appended, once it is kept. */
export function observedJournal(
  journal: JournalStore,
  onAppended: (session: string, entries: readonly Entry[]) => void,
): JournalStore {
  return {
    append: async (session, expectedSeq, entries) => {
      await journal.append(session, expectedSeq, entries);
      onAppended(session, entries);
    },
    read: (session, from, kinds) => journal.read(session, from, kinds),
    subscribe: (session, from, signal) => journal.subscribe(session, from, signal),
    lease: (session, owner, ttlMs) => journal.lease(session, owner, ttlMs),
    putBlob: (session, bytes) => journal.putBlob(session, bytes),
    draftMs: journal.draftMs,
    blob: (session, hash) => journal.blob(session, hash),
  };
}
