import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryJournal, type Entry, type JournalStore } from "@skein/protocol";
import { journal } from "@skein/test-kit/generated";
import { copySession } from "../src/index.ts";
import { all, notice, notices } from "./entries.ts";
import { storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

/** A store that fails after so many appends. */
function failing(store: JournalStore, appends: number): JournalStore {
  return {
    ...store,
    async append(...asked) {
      if (appends-- <= 0) throw new Error("The line was cut.");
      await store.append(...asked);
    },
  };
}

describe.each(storeNames)("a copy from %s", (name) => {
  it("has the same entries, byte for byte, and the blobs", async () => {
    await using from = stores[name](tempFolder());
    const to = memoryJournal();
    let count = 0;
    await checkProperty(
      fc.asyncProperty(journal, async (entries) => {
        const session = `s${count++}`;
        await from.append(session, 0, entries);
        const size = entries.length;
        expect(await copySession(from, to, session)).toEqual({ entries: size, written: size });
        const texts = async (store: JournalStore) =>
          (await all(store.read(session))).map((entry) => JSON.stringify(entry));
        expect(await texts(to)).toEqual(await texts(from));
        expect(await copySession(from, to, session)).toEqual({ entries: size, written: 0 });
      }),
      { numRuns: 15 },
    );
    const hash = await from.putBlob("b", Buffer.from("told"));
    const context = { v: 1, seq: 1, at: 6, run: "r", kind: "context", hash, reason: "start" } as const;
    await from.append("b", 0, [context]);
    await copySession(from, to, "b");
    expect(Buffer.from((await to.blob("b", hash)) ?? []).toString()).toBe("told");
  });

  it("goes on where it was interrupted, and brings what was added since", async () => {
    await using from = stores[name](tempFolder());
    const to = memoryJournal();
    await from.append("s", 0, notices(1, 900));
    await expect(copySession(from, failing(to, 2), "s")).rejects.toThrow("cut");
    expect(await all(to.read("s"))).toHaveLength(400);
    expect(await copySession(from, to, "s")).toEqual({ entries: 900, written: 500 });
    await from.append("s", 900, [notice(901)]);
    expect(await copySession(from, to, "s")).toEqual({ entries: 901, written: 1 });
    expect(await all(to.read("s"))).toEqual(notices(1, 901));
  });

  it("is refused where the other store has something else, or more, and where there is nothing", async () => {
    await using from = stores[name](tempFolder());
    const to = memoryJournal();
    const conflict = { name: "SessionError", code: "conflict" };
    await expect(copySession(from, to, "s")).rejects.toMatchObject({ code: "not-found" });
    await from.append("s", 0, notices(1, 3));
    await to.append("s", 0, [notice(1), notice(2, "another")]);
    await expect(copySession(from, to, "s")).rejects.toMatchObject({
      ...conflict,
      message: expect.stringContaining("entry 2") as string,
    });
    await from.append("t", 0, [notice(1)]);
    await to.append("t", 0, notices(1, 2));
    await expect(copySession(from, to, "t")).rejects.toMatchObject(conflict);
    expect(await copySession(to, from, "t")).toEqual({ entries: 2, written: 1 });
    expect(await all(to.read("s"))).toHaveLength(2);
  });

  it("waits for no one: a session that is written is refused", async () => {
    await using from = stores[name](tempFolder());
    await from.append("s", 0, [notice(1)]);
    const lease = await from.lease("s", "me", 60_000);
    const to = memoryJournal();
    await expect(copySession(from, to, "s")).rejects.toMatchObject({ code: "locked" });
    await lease.release();
    const copied: readonly Entry[] = (await copySession(from, to, "s"), await all(to.read("s")));
    expect(copied).toEqual([notice(1)]);
  });
});
