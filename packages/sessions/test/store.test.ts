import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { all, notice, notices } from "./entries.ts";
import { storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

describe.each(storeNames)("a store of %s whose files are deleted while it is in use", (name) => {
  const gone = {
    name: "SessionError",
    code: "gone",
    hint: expect.stringContaining("another session") as string,
  };

  it.each(["append", "putBlob", "renew"] as const)("says that they are gone: %s", async (what) => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    const lease = await store.lease("s", "me", 60_000);
    await store.append("s", 0, notices(1, 2));
    rmSync(join(folder, "s"), { recursive: true });
    const does = {
      append: () => store.append("s", 2, [notice(3)]),
      putBlob: () => store.putBlob("s", Buffer.from("bytes")),
      renew: () => lease.renew(),
    };
    await expect(does[what]()).rejects.toMatchObject(gone);
    expect(readdirSync(folder)).toEqual([]);
    await store.append("other", 0, [notice(1)]);
    await lease.release();
    await store.append("s", 0, [notice(1, "again")]);
    expect(await all(store.read("s"))).toEqual([notice(1, "again")]);
  });

  it("says so when the folder is there without its journal", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    await store.append("s", 0, notices(1, 2));
    for (const file of readdirSync(join(folder, "s"))) rmSync(join(folder, "s", file), { recursive: true });
    expect(await all(store.read("s"))).toEqual([]);
    expect(await store.lastSeq("s")).toBe(0);
    await expect(store.append("s", 2, [notice(3)])).rejects.toMatchObject(gone);
  });

  it("says nothing of what it has never written", async () => {
    await using store = stores[name](tempFolder());
    await expect(store.append("s", 2, [notice(3)])).rejects.toMatchObject({ code: "conflict" });
    await expect(store.putBlob("s", Buffer.from("before the first entry"))).resolves.toMatch(
      /^[0-9a-f]{64}$/,
    );
  });
});

describe.each(storeNames)("a store of %s", (name) => {
  it("ends its subscriptions when it is closed, and can be used again", async () => {
    await using store = stores[name](tempFolder());
    await store.append("s", 0, [notice(1)]);
    for (const last of [1, 2]) {
      const reading = store.subscribe("s", last, new AbortController().signal)[Symbol.asyncIterator]();
      expect((await reading.next()).value).toEqual(notice(last));
      const next = reading.next();
      await store.close();
      expect((await next).done).toBe(true);
      await store.append("s", last, [notice(last + 1)]);
    }
    expect(await all(store.read("s"))).toEqual(notices(1, 3));
  });

  it("tells who reads along at once, not when it looks the next time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await using store = stores[name](tempFolder());
    const reading = store.subscribe("s", 1, new AbortController().signal)[Symbol.asyncIterator]();
    for (const seq of [1, 2]) {
      const next = reading.next();
      await new Promise((resolve) => setImmediate(resolve));
      await store.append("s", seq - 1, [notice(seq)]);
      expect((await next).value).toEqual(notice(seq));
    }
    const scrub = reading.next();
    await new Promise((resolve) => setImmediate(resolve));
    await store.rewrite("s", { entry: (entry) => ({ ...entry, text: "changed" }) as typeof entry });
    expect((await scrub).value).toMatchObject({ seq: 3, kind: "scrub", entries: 2 });
  });

  it("knows where a session ends without reading it", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    expect(await store.lastSeq("s")).toBe(0);
    await store.append("s", 0, notices(1, 700));
    expect(await store.lastSeq("s")).toBe(700);
    await using another = stores[name](folder);
    expect(await another.lastSeq("s")).toBe(700);
    await another.append("s", 700, [notice(701, "x".repeat(200_000))]);
    expect(await store.lastSeq("s")).toBe(701);
    await using third = stores[name](folder);
    expect(await third.lastSeq("s")).toBe(701);
    expect((await all(third.read("s", 700))).map(({ seq }) => seq)).toEqual([700, 701]);
  });

  it("takes nothing in with an empty append, where it has its place", async () => {
    await using store = stores[name](tempFolder());
    await store.append("s", 0, []);
    await store.append("s", 0, notices(1, 2));
    await store.append("s", 2, []);
    await expect(store.append("s", 1, [])).rejects.toMatchObject({ code: "conflict" });
    expect(await all(store.read("s"))).toEqual(notices(1, 2));
  });

  it.each(["..", "a/b", ""])("refuses the session id %j in all it does", async (session) => {
    await using store = stores[name](tempFolder());
    const usage = { name: "ConfigError", code: "usage" };
    await expect(store.remove(session)).rejects.toMatchObject(usage);
    await expect(store.rewrite(session, { entry: (entry) => entry })).rejects.toMatchObject(usage);
    await expect(store.lastSeq(session)).rejects.toMatchObject(usage);
  });

  it("has the right to write for a removal only as long as that takes", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    await store.append("s", 0, notices(1, 2));
    const lease = await store.lease("s", "me", 60_000);
    await expect(store.remove("s")).rejects.toMatchObject({ code: "locked" });
    await lease.renew();
    await store.append("s", 2, [notice(3)]);
    await lease.release();
    await store.remove("s");
    await expect(store.append("s", 3, [notice(4)])).rejects.toMatchObject({ code: "not-found" });
  });
});

describe.each(storeNames)("what a removal from %s leaves", (name) => {
  it("is a note that says when, and is not a session", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    await store.append("s", 0, [notice(1)]);
    await store.remove("s");
    expect(readdirSync(folder)).toEqual([".removed"]);
    expect(readdirSync(join(folder, ".removed"))).toEqual(["s.json"]);
    const note = JSON.parse(readFileSync(join(folder, ".removed", "s.json"), "utf8")) as { removed: string };
    expect(note).toEqual({ session: "s", removed: expect.any(String) as string });
    expect(Math.abs(Date.parse(note.removed) - Date.now())).toBeLessThan(600_000);
    expect(await store.list()).toEqual([]);
  });

  it("when it is killed is removed with the next list; notes stay", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    await store.append("s", 0, [notice(1)]);
    await store.remove("s");
    const left = join(folder, ".removed", "t.1");
    mkdirSync(join(left, "blobs"), { recursive: true });
    writeFileSync(join(left, "blobs", "bytes"), "left");
    await store.list();
    expect(existsSync(left)).toBe(false);
    expect(readdirSync(join(folder, ".removed"))).toEqual(["s.json"]);
  });
});
