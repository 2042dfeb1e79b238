import { memoryJournal, SessionError, type Entry, type JournalStore } from "@skein/protocol";

/** What a store does otherwise than the one in memory. */
type Fault = (store: JournalStore) => Partial<JournalStore>;

const all = (entries: AsyncIterable<Entry>): Promise<Entry[]> => Array.fromAsync(entries);

/** Reads through a change of all entries. */
const reading =
  (change: (entries: Entry[]) => readonly Entry[]): Fault =>
  (store) => ({
    async *read(session, from, kinds) {
      yield* change(await all(store.read(session, from, kinds)));
    },
  });

const following =
  (seqs: (from: number) => readonly number[]): Fault =>
  () => ({
    async *subscribe(_session, from) {
      for (const seq of seqs(from)) yield { ...notice, seq };
    },
  });

const notice: Entry = {
  v: 1,
  seq: 1,
  at: 1001,
  run: "r",
  kind: "notice",
  audience: "user",
  level: "info",
  text: "entry 1",
};

const anySession = (store: JournalStore): Partial<JournalStore> => ({
  append: (_, expectedSeq, entries) => store.append("s", expectedSeq, entries),
  read: (_, from, kinds) => store.read("s", from, kinds),
});

/** A lease that does as it is told, for one owner at a time or for many. */
const leasing =
  (overrides: {
    readonly renew?: () => Promise<void>;
    readonly free?: boolean;
    readonly perStore?: boolean;
  }) =>
  (store: JournalStore): Partial<JournalStore> => ({
    async lease(session, owner, ttlMs) {
      if (overrides.free) return { renew: async () => {}, release: async () => {} };
      const lease = await store.lease(overrides.perStore ? "s" : session, owner, ttlMs);
      return { renew: overrides.renew ?? (() => lease.renew()), release: () => lease.release() };
    },
  });

/** Lets one id through that every other store refuses. */
const acceptsId = (id: string): Fault => {
  const safe = (session: string) => (session === id ? "accepted" : session);
  return (store) => ({
    append: (session, expectedSeq, entries) => store.append(safe(session), expectedSeq, entries),
    read: (session, from, kinds) => store.read(safe(session), from, kinds),
    lease: (session, owner, ttlMs) => store.lease(safe(session), owner, ttlMs),
    putBlob: (session, bytes) => store.putBlob(safe(session), bytes),
    blob: (session, hash) => store.blob(safe(session), hash),
  });
};

const refusedIds = ["", ".", "..", ".hidden", "a/b", "a\\b", "../x", "a\u0000", "ü", "x".repeat(129), "a b"];

/** For each law a store that breaks it. */
export const faults: Readonly<Record<string, Readonly<Record<string, Fault>>>> = {
  "append and read": {
    "gives back what was appended, in order": reading((entries) => entries.toReversed()),
    "reads from a given entry on": (store) => ({ read: (session) => store.read(session) }),
    "leaves out none of the kinds that are asked for, in order": reading((entries) => entries.slice(1)),
    "yields nothing for a session that does not exist": reading((entries) =>
      entries.length === 0 ? [notice] : entries,
    ),
    "keeps sessions apart": (store) => ({
      ...anySession(store),
      append: async (_, expectedSeq, entries) => {
        const end = (await all(store.read("s"))).length;
        await store.append(
          "s",
          end,
          entries.map((entry) => ({ ...entry, seq: entry.seq - expectedSeq + end })),
        );
      },
    }),
    "keeps any text, nested value and unknown kind or field": reading((entries) =>
      entries.filter(({ kind }) => kind !== ("kind-of-tomorrow" as string)),
    ),
    "is not touched by what happens to the objects afterwards": () => {
      const kept: Entry[] = [];
      return {
        append: async (_, __, entries) => void kept.push(...entries),
        async *read() {
          yield* kept;
        },
      };
    },
    "ends a reading with the entry that was last when it began": (store) => ({
      async *read(session) {
        for (let seq = 1; seq <= 10; seq++) {
          const [entry] = await all(store.read(session, seq));
          if (entry) yield entry;
        }
      },
    }),
  },
  "the expected sequence number": {
    ...Object.fromEntries(
      [0, 1, 3].map((expected): [string, Fault] => [
        `refuses ${expected} when the session ends at 2, and writes nothing`,
        (store) => ({
          append: async (session, expectedSeq, entries) => {
            if (expectedSeq === expected && entries.length === 1) return;
            await store.append(session, expectedSeq, entries);
          },
        }),
      ]),
    ),
    "refuses entries that leave a gap, all of them": (store) => ({
      async append(session, expectedSeq, entries) {
        await store.append(session, expectedSeq, entries.slice(0, 1));
        if (entries.length > 1) throw new SessionError("conflict", "The rest leaves a gap.");
      },
    }),
    "lets one of two appends at the same place win": (store) => ({
      append: (session, expectedSeq, entries) => store.append(session, expectedSeq, entries).catch(() => {}),
    }),
  },
  subscribe: {
    "reads what is there, then follows, until it is told to stop": following((from) => [from, from + 1]),
    "waits for a session that is yet to be written": following(() => []),
    "ends at once when it is aborted while waiting, and when it was aborted before": following(() => [1]),
    "loses nothing to a slow reader": following(() => Array.from({ length: 19 }, (_, index) => index + 1)),
  },
  lease: {
    "is refused to a second owner, with a sentence that says who has it": (store) => ({
      lease: (session, owner, ttlMs) =>
        store.lease(session, owner, ttlMs).catch(() => {
          throw new SessionError("locked", "It is locked.");
        }),
    }),
    "is free again after its release, which may be called twice": leasing({ free: true }),
    "cannot be renewed once it is released and taken by another": leasing({ renew: async () => {} }),
    "is one per session": leasing({ perStore: true }),
    "leaves no entries behind": (store) => ({
      async lease(session, owner, ttlMs) {
        await store.append(session, 0, [notice]);
        return await store.lease(session, owner, ttlMs);
      },
    }),
  },
  blobs: {
    "keeps bytes under their SHA-256, twice as well as once": (store) => {
      const kept = new Map<string, Uint8Array>();
      return {
        async putBlob(session, bytes) {
          const hash = await store.putBlob(session, bytes);
          kept.set(hash, bytes);
          return hash;
        },
        blob: async (_, hash) => kept.get(hash),
      };
    },
    "keeps no bytes at all, and knows what it does not have": (store) => ({
      blob: async (session, hash) => (await store.blob(session, hash)) ?? new Uint8Array(),
    }),
  },
  "session ids": Object.fromEntries(
    refusedIds.map((id) => [`are refused as session id: ${JSON.stringify(id)}`, acceptsId(id)]),
  ),
};

/** A new store in memory with a fault. */
export function brokenStore(fault: Fault): JournalStore {
  const store = memoryJournal();
  return { ...store, ...fault(store) };
}
