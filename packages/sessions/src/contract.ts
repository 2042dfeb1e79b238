import { SessionError, type Entry, type JournalStore } from "@skein/protocol";
import { describe, expect, it } from "vitest";

/**
 * The rules of `JournalStore`, as a vitest suite for any store.
 *
 * @param makeStore - creates a new, empty store for each test and arranges its own cleanup (`onTestFinished` works
 *   inside).
 */
export function journalContract(name: string, makeStore: MakeStore): void {
  describe(`${name} keeps the laws of a journal store`, () => {
    keepsEntries(makeStore);
    keepsOrder(makeStore);
    tellsReaders(makeStore);
    keepsLeases(makeStore);
    keepsBlobs(makeStore);
    refusesIds(makeStore);
  });
}

type MakeStore = () => JournalStore | Promise<JournalStore>;

/** Entries come back as they were appended. */
function keepsEntries(makeStore: MakeStore): void {
  describe("append and read", () => {
    it("gives back what was appended, in order", async () => {
      const store = await makeStore();
      const entries = notices(1, 5);
      await store.append("s", 0, entries.slice(0, 2));
      await store.append("s", 2, entries.slice(2));
      expect(await all(store.read("s"))).toEqual(entries);
    });

    it("reads from a given entry on", async () => {
      const store = await makeStore();
      await store.append("s", 0, notices(1, 5));
      expect((await all(store.read("s", 4))).map(({ seq }) => seq)).toEqual([4, 5]);
      expect(await all(store.read("s", 6))).toEqual([]);
    });

    it("leaves out none of the kinds that are asked for, in order", async () => {
      const store = await makeStore();
      const entries = mixed(1, 40);
      await store.append("s", 0, entries);
      for (const kinds of [["name"], ["rewind", "name"], ["notice", "rewind"], ["outcome"], []] as const) {
        for (const from of [1, 17, 41]) {
          const wanted = (entry: Entry) => (kinds as readonly string[]).includes(entry.kind);
          const found = await all(store.read("s", from, kinds));
          expect(found.filter(wanted)).toEqual(entries.filter(({ seq }) => seq >= from).filter(wanted));
          expect(found.map(({ seq }) => seq)).toEqual(found.map(({ seq }) => seq).toSorted((a, b) => a - b));
        }
      }
    });

    it("yields nothing for a session that does not exist", async () => {
      const store = await makeStore();
      expect(await all(store.read("missing"))).toEqual([]);
    });

    it("keeps sessions apart", async () => {
      const store = await makeStore();
      await store.append("one", 0, notices(1, 2));
      await store.append("other", 0, notices(1, 1));
      expect(await all(store.read("one"))).toHaveLength(2);
      expect(await all(store.read("other"))).toHaveLength(1);
    });

    it("keeps any text, nested value and unknown kind or field", async () => {
      const store = await makeStore();
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
      expect(await all(store.read("s"))).toEqual(odd);
    });

    it("is not touched by what happens to the objects afterwards", async () => {
      const store = await makeStore();
      const entry = { ...notice(1), text: "before" };
      await store.append("s", 0, [entry]);
      entry.text = "after";
      const [read] = (await all(store.read("s"))) as { text: string }[];
      expect(read?.text).toBe("before");
      if (read) read.text = "changed";
      expect(await all(store.read("s"))).toEqual([{ ...notice(1), text: "before" }]);
    });

    it("ends a reading with the entry that was last when it began", async () => {
      const store = await makeStore();
      await store.append("s", 0, notices(1, 3));
      let last = 3;
      const seen: number[] = [];
      for await (const entry of store.read("s")) {
        seen.push(entry.seq);
        await store.append("s", last, [notice(++last)]);
      }
      expect(seen).toEqual([1, 2, 3]);
    });
  });
}

/** An append names the entry that it follows. */
function keepsOrder(makeStore: MakeStore): void {
  describe("the expected sequence number", () => {
    it.each([0, 1, 3])("refuses %i when the session ends at 2, and writes nothing", async (expected) => {
      const store = await makeStore();
      await store.append("s", 0, notices(1, 2));
      await expect(store.append("s", expected, [notice(expected + 1)])).rejects.toMatchObject({
        name: "SessionError",
        code: "conflict",
      });
      expect(await all(store.read("s"))).toHaveLength(2);
    });

    it("refuses entries that leave a gap, all of them", async () => {
      const store = await makeStore();
      await expect(store.append("s", 0, [notice(1), notice(3)])).rejects.toMatchObject({
        code: "conflict",
      });
      expect(await all(store.read("s"))).toEqual([]);
    });

    it("lets one of two appends at the same place win", async () => {
      const store = await makeStore();
      const results = await Promise.allSettled([
        store.append("s", 0, [notice(1)]),
        store.append("s", 0, [notice(1)]),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(await all(store.read("s"))).toHaveLength(1);
    });
  });
}

/** Readers are told of new entries. */
function tellsReaders(makeStore: MakeStore): void {
  describe("subscribe", () => {
    it("reads what is there, then follows, until it is told to stop", async () => {
      const store = await makeStore();
      await store.append("s", 0, notices(1, 3));
      const stop = new AbortController();
      const seen: number[] = [];
      for await (const entry of store.subscribe("s", 2, stop.signal)) {
        seen.push(entry.seq);
        if (entry.seq === 3) setTimeout(() => void store.append("s", 3, notices(4, 6)), 5);
        if (entry.seq === 6) stop.abort();
      }
      expect(seen).toEqual([2, 3, 4, 5, 6]);
    });

    it("waits for a session that is yet to be written", async () => {
      const store = await makeStore();
      const stop = new AbortController();
      const first = store.subscribe("s", 1, stop.signal)[Symbol.asyncIterator]();
      const next = first.next();
      await store.append("s", 0, [notice(1)]);
      expect((await next).value).toEqual(notice(1));
      stop.abort();
      expect((await first.next()).done).toBe(true);
    });

    it("ends at once when it is aborted while waiting, and when it was aborted before", async () => {
      const store = await makeStore();
      const stop = new AbortController();
      const waiting = all(store.subscribe("s", 1, stop.signal));
      stop.abort();
      expect(await waiting).toEqual([]);
      expect(await all(store.subscribe("s", 1, stop.signal))).toEqual([]);
    });

    it("loses nothing to a slow reader", async () => {
      const store = await makeStore();
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
      expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    });
  });
}

/** One writer at a time. */
function keepsLeases(makeStore: MakeStore): void {
  describe("lease", () => {
    it("is refused to a second owner, with a sentence that says who has it", async () => {
      const store = await makeStore();
      await store.lease("s", "one", 30_000);
      const refused = await store.lease("s", "two", 30_000).catch((error: unknown) => error);
      expect(SessionError.is(refused) && refused.code).toBe("locked");
      expect(SessionError.is(refused) && refused.message).toMatch(new RegExp(`\\b(one|${process.pid})\\b`));
      expect(SessionError.is(refused) && refused.hint).toContain("session");
    });

    it("is free again after its release, which may be called twice", async () => {
      const store = await makeStore();
      const first = await store.lease("s", "one", 30_000);
      await first.renew();
      await first.release();
      const second = await store.lease("s", "two", 30_000);
      await first.release();
      await expect(store.lease("s", "three", 30_000)).rejects.toMatchObject({ code: "locked" });
      await second.release();
    });

    it("cannot be renewed once it is released and taken by another", async () => {
      const store = await makeStore();
      const first = await store.lease("s", "one", 30_000);
      await first.release();
      await expect(first.renew()).rejects.toMatchObject({ code: "locked" });
      await store.lease("s", "two", 30_000);
      await expect(first.renew()).rejects.toMatchObject({ code: "locked" });
    });

    it("is one per session", async () => {
      const store = await makeStore();
      await store.lease("one", "a", 30_000);
      await expect(store.lease("other", "a", 30_000)).resolves.toBeDefined();
    });

    it("leaves no entries behind", async () => {
      const store = await makeStore();
      await store.lease("s", "one", 30_000);
      expect(await all(store.read("s"))).toEqual([]);
    });
  });
}

/** Bytes beside the journal. */
function keepsBlobs(makeStore: MakeStore): void {
  describe("blobs", () => {
    it("keeps bytes under their SHA-256, twice as well as once", async () => {
      const store = await makeStore();
      const bytes = new TextEncoder().encode("abc");
      const hash = await store.putBlob("s", bytes);
      expect(hash).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
      expect(await store.putBlob("s", bytes)).toBe(hash);
      bytes[0] = 0;
      expect(new TextDecoder().decode(await store.blob("s", hash))).toBe("abc");
    });

    it("keeps no bytes at all, and knows what it does not have", async () => {
      const store = await makeStore();
      const empty = await store.putBlob("s", new Uint8Array());
      expect(await store.blob("s", empty)).toHaveLength(0);
      expect(await store.blob("s", "0".repeat(64))).toBeUndefined();
      expect(await store.blob("missing", empty)).toBeUndefined();
    });
  });
}

/** Ids that could leave the folder of sessions. */
function refusesIds(makeStore: MakeStore): void {
  it.each(["", ".", "..", ".hidden", "a/b", "a\\b", "../x", "a\u0000", "ü", "x".repeat(129), "a b"])(
    "refuses the session id %j",
    async (session) => {
      const store = await makeStore();
      const usage = { name: "ConfigError", code: "usage" };
      await expect(store.append(session, 0, [notice(1)])).rejects.toMatchObject(usage);
      await expect(all(store.read(session))).rejects.toMatchObject(usage);
      await expect(store.lease(session, "one", 1000)).rejects.toMatchObject(usage);
      await expect(store.putBlob(session, new Uint8Array())).rejects.toMatchObject(usage);
      await expect(store.blob(session, "0")).rejects.toMatchObject(usage);
    },
  );
}

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
