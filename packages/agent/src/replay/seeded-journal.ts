import { createSessionNotifier, followEntries, type Entry, type JournalStore } from "@skein/protocol";

export interface SeededJournal extends JournalStore {
  /** What was appended, in order. */
  readonly added: readonly Entry[];
}

/**
 * The journal of one session, in memory, that begins with entries that were recorded. They are handed out as they are:
 * a long session is replayed run by run, and is not copied for each.
 *
 * @param onAppend - is told before the entries count as written, and waited for.
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
    // One agent, one process: there is nobody to share the session with.
    lease: () => Promise.resolve({ renew: () => Promise.resolve(), release: () => Promise.resolve() }),
    putBlob(_session, bytes) {
      const hash = sha256(bytes);
      blobs.set(hash, bytes);
      return Promise.resolve(hash);
    },
    blob: (_session, hash) => Promise.resolve(blobs.get(hash)),
  };
}

export function sha256(bytes: Uint8Array): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex");
}
