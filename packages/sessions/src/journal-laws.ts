import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { SessionError, type Entry, type JournalStore } from "@skein/protocol";

/** Rejects when the store, which is new and empty, breaks the law. */
type Law = (store: JournalStore) => Promise<void>;
type Laws = Readonly<Record<string, Law>>;

/** Entries come back as they were appended. */
const entryLaws: Laws = {
  "gives back what was appended, in order": async (store) => {
    const entries = notices(1, 5);
    await store.append("s", 0, entries.slice(0, 2));
    await store.append("s", 2, entries.slice(2));
    deepEqual(await all(store.read("s")), entries);
  },
  "reads from a given entry on": async (store) => {
    await store.append("s", 0, notices(1, 5));
    deepEqual(
      (await all(store.read("s", 4))).map(({ seq }) => seq),
      [4, 5],
    );
    deepEqual(await all(store.read("s", 6)), []);
  },
  "leaves out none of the kinds that are asked for, in order": async (store) => {
    const entries = mixed(1, 40);
    await store.append("s", 0, entries);
    for (const kinds of [["name"], ["rewind", "name"], ["notice", "rewind"], ["outcome"], []] as const) {
      for (const from of [1, 17, 41]) {
        const wanted = (entry: Entry) => (kinds as readonly string[]).includes(entry.kind);
        const found = await all(store.read("s", from, kinds));
        deepEqual(found.filter(wanted), entries.filter(({ seq }) => seq >= from).filter(wanted));
        deepEqual(
          found.map(({ seq }) => seq),
          found.map(({ seq }) => seq).toSorted((a, b) => a - b),
        );
      }
    }
  },
  "yields nothing for a session that does not exist": async (store) => {
    deepEqual(await all(store.read("missing")), []);
  },
  "keeps sessions apart": async (store) => {
    await store.append("one", 0, notices(1, 2));
    await store.append("other", 0, notices(1, 1));
    equal((await all(store.read("one"))).length, 2);
    equal((await all(store.read("other"))).length, 1);
  },
  "keeps any text, nested value and unknown kind or field": async (store) => {
    const odd = [
      { ...notice(1), text: "\u0000 \ud800 \u2028 'quoted' \"twice\" 🔍" },
      {
        ...notice(2),
        kind: "kind-of-tomorrow",
        later: JSON.parse(`{"__proto__":[1,null,{"deep":true}]}`),
      },
      { ...notice(3), at: 1_700_000_000_000.5, run: null },
    ] as unknown as Entry[];
    await store.append("s", 0, odd);
    deepEqual(await all(store.read("s")), odd);
  },
  "is not touched by what happens to the objects afterwards": async (store) => {
    const entry = { ...notice(1), text: "before" };
    await store.append("s", 0, [entry]);
    entry.text = "after";
    const [read] = (await all(store.read("s"))) as { text: string }[];
    equal(read?.text, "before");
    if (read) read.text = "changed";
    deepEqual(await all(store.read("s")), [{ ...notice(1), text: "before" }]);
  },
  "ends a reading with the entry that was last when it began": async (store) => {
    await store.append("s", 0, notices(1, 3));
    let last = 3;
    const seen: number[] = [];
    for await (const entry of store.read("s")) {
      seen.push(entry.seq);
      await store.append("s", last, [notice(++last)]);
    }
    deepEqual(seen, [1, 2, 3]);
  },
};

/** An append names the entry that it follows. */
const order: Laws = {
  ...Object.fromEntries(
    [0, 1, 3].map((expected) => [
      `refuses ${expected} when the session ends at 2, and writes nothing`,
      async (store: JournalStore) => {
        await store.append("s", 0, notices(1, 2));
        await rejects(store.append("s", expected, [notice(expected + 1)]), {
          name: "SessionError",
          code: "conflict",
        });
        equal((await all(store.read("s"))).length, 2);
      },
    ]),
  ),
  "refuses entries that leave a gap, all of them": async (store) => {
    await rejects(store.append("s", 0, [notice(1), notice(3)]), {
      code: "conflict",
    });
    deepEqual(await all(store.read("s")), []);
  },
  "lets one of two appends at the same place win": async (store) => {
    const results = await Promise.allSettled([
      store.append("s", 0, [notice(1)]),
      store.append("s", 0, [notice(1)]),
    ]);
    deepEqual(results.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    equal((await all(store.read("s"))).length, 1);
  },
};

/** Readers are told of new entries. */
const readers: Laws = {
  "reads what is there, then follows, until it is told to stop": async (store) => {
    await store.append("s", 0, notices(1, 3));
    const stop = new AbortController();
    const seen: number[] = [];
    for await (const entry of store.subscribe("s", 2, stop.signal)) {
      seen.push(entry.seq);
      if (entry.seq === 3) setTimeout(() => void store.append("s", 3, notices(4, 6)), 5);
      if (entry.seq === 6) stop.abort();
    }
    deepEqual(seen, [2, 3, 4, 5, 6]);
  },
  "waits for a session that is yet to be written": async (store) => {
    const stop = new AbortController();
    const first = store.subscribe("s", 1, stop.signal)[Symbol.asyncIterator]();
    const next = first.next();
    await store.append("s", 0, [notice(1)]);
    deepEqual((await next).value, notice(1));
    stop.abort();
    equal((await first.next()).done, true);
  },
  "ends at once when it is aborted while waiting, and when it was aborted before": async (store) => {
    const stop = new AbortController();
    const waiting = all(store.subscribe("s", 1, stop.signal));
    stop.abort();
    deepEqual(await waiting, []);
    deepEqual(await all(store.subscribe("s", 1, stop.signal)), []);
  },
  "loses nothing to a slow reader": async (store) => {
    const stop = new AbortController();
    const seen: number[] = [];
    const reading = (async () => {
      for await (const entry of store.subscribe("s", 1, stop.signal)) {
        seen.push(entry.seq);
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (entry.seq === 20) stop.abort();
      }
    })();
    for (let seq = 0; seq < 20; seq++) await store.append("s", seq, [notice(seq + 1)]);
    await reading;
    deepEqual(
      seen,
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  },
};

/** One writer at a time. */
const leases: Laws = {
  "is refused to a second owner, with a sentence that says who has it": async (store) => {
    await store.lease("s", "one", 30_000);
    const refused = await store.lease("s", "two", 30_000).catch((error: unknown) => error);
    equal(SessionError.is(refused) && refused.code, "locked");
    match(SessionError.is(refused) ? refused.message : "", new RegExp(`\\b(one|${process.pid})\\b`));
    match((SessionError.is(refused) && refused.hint) || "", /session/);
  },
  "is free again after its release, which may be called twice": async (store) => {
    const first = await store.lease("s", "one", 30_000);
    await first.renew();
    await first.release();
    const second = await store.lease("s", "two", 30_000);
    await first.release();
    await rejects(store.lease("s", "three", 30_000), { code: "locked" });
    await second.release();
  },
  "cannot be renewed once it is released and taken by another": async (store) => {
    const first = await store.lease("s", "one", 30_000);
    await first.release();
    await rejects(first.renew(), { code: "locked" });
    await store.lease("s", "two", 30_000);
    await rejects(first.renew(), { code: "locked" });
  },
  "is one per session": async (store) => {
    await store.lease("one", "a", 30_000);
    ok(await store.lease("other", "a", 30_000));
  },
  "leaves no entries behind": async (store) => {
    await store.lease("s", "one", 30_000);
    deepEqual(await all(store.read("s")), []);
  },
};

/** Bytes beside the journal. */
const blobs: Laws = {
  "keeps bytes under their SHA-256, twice as well as once": async (store) => {
    const bytes = new TextEncoder().encode("abc");
    const hash = await store.putBlob("s", bytes);
    equal(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    equal(await store.putBlob("s", bytes), hash);
    bytes[0] = 0;
    equal(new TextDecoder().decode(await store.blob("s", hash)), "abc");
  },
  "keeps no bytes at all, and knows what it does not have": async (store) => {
    const empty = await store.putBlob("s", new Uint8Array());
    equal((await store.blob("s", empty))?.length, 0);
    equal(await store.blob("s", "0".repeat(64)), undefined);
    equal(await store.blob("missing", empty), undefined);
  },
};

/** Ids that could leave the folder of sessions. */
const ids: Laws = Object.fromEntries(
  ["", ".", "..", ".hidden", "a/b", "a\\b", "../x", "a\u0000", "ü", "x".repeat(129), "a b"].map((session) => [
    `are refused as session id: ${JSON.stringify(session)}`,
    async (store) => {
      const usage = { name: "ConfigError", code: "usage" };
      await rejects(store.append(session, 0, [notice(1)]), usage);
      await rejects(all(store.read(session)), usage);
      await rejects(store.lease(session, "one", 1000), usage);
      await rejects(store.putBlob(session, new Uint8Array()), usage);
      await rejects(store.blob(session, "0"), usage);
    },
  ]),
);

/** The rules of `JournalStore`: by subject, then by what a store does. */
export const journalLaws: Readonly<Record<string, Laws>> = {
  "append and read": entryLaws,
  "the expected sequence number": order,
  subscribe: readers,
  lease: leases,
  blobs,
  "session ids": ids,
};

function notice(seq: number): Entry {
  return {
    v: 1,
    seq,
    at: 1000 + seq,
    run: "r",
    kind: "notice",
    audience: "user",
    level: "info",
    text: `entry ${seq}`,
  };
}

function notices(from: number, to: number): Entry[] {
  return Array.from({ length: to - from + 1 }, (_, index) => notice(from + index));
}

/** Alternates a name, a notice and a rewind. */
function mixed(from: number, to: number): Entry[] {
  return notices(from, to).map((entry): Entry => {
    const { v, seq, at, run } = entry;
    if (seq % 3 === 0) return { v, seq, at, run, kind: "name", name: `name ${seq}`, by: "user" };
    return seq % 3 === 1 ? entry : { v, seq, at, run, kind: "rewind", to: seq - 1 };
  });
}

async function all(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const collected: Entry[] = [];
  for await (const entry of entries) collected.push(entry);
  return collected;
}
