import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry } from "@skein/protocol";
import { startChild } from "./children/start-child.ts";
import { all, notice, notices } from "./entries.ts";
import { journal } from "@skein/test-kit/generated";
import { filesWith } from "./raw-bytes.ts";
import { changes, secret } from "./scrub-changes.ts";
import { childEnv, journalPath, storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

function context(seq: number, hash: string): Entry {
  return { v: 1, seq, at: 1, run: null, kind: "context", hash, reason: "start" };
}

describe.each(storeNames)("rewriting a session of %s", (name) => {
  it("leaves nothing of the old bytes in its files, and says how much it has changed", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    const told = Buffer.from(JSON.stringify({ system: `The key is ${secret}.`, tools: [] }));
    const hash = await store.putBlob("s", told);
    const other = await store.putBlob("s", Buffer.from("no secret"));
    await store.append("s", 0, [notice(1), context(2, hash)]);
    for (let seq = 2; seq < 300; seq++) {
      await store.append("s", seq, [
        notice(seq + 1, seq % 3 === 0 ? `${"x".repeat(seq * 9)} ${secret} y` : "z"),
      ]);
    }
    const before = await all(store.read("s"));
    expect(filesWith(folder, secret).length).toBeGreaterThan(0);

    const counts = await store.rewrite("s", changes);
    expect(counts).toEqual({ entries: 100, blobs: 1 });
    expect(filesWith(folder, secret)).toEqual([]);
    const clean = Buffer.from(told.toString().replaceAll(secret, "***"));
    const newHash = createHash("sha256").update(clean).digest("hex");
    const after = await all(store.read("s"));
    expect(after.slice(0, 300)).toEqual(
      before.map((entry) => (entry.kind === "context" ? { ...entry, hash: newHash } : changes.entry(entry))),
    );
    expect(after.slice(300)).toMatchObject([{ seq: 301, run: null, kind: "scrub", entries: 100, blobs: 1 }]);
    expect(Buffer.from((await store.blob("s", newHash)) ?? [])).toEqual(clean);
    expect(await store.blob("s", hash)).toBeUndefined();
    expect(Buffer.from((await store.blob("s", other)) ?? []).toString()).toBe("no secret");

    expect(await store.rewrite("s", changes)).toEqual({ entries: 0, blobs: 0 });
    expect(await all(store.read("s"))).toEqual(after);
    await store.append("s", 301, [notice(302)]);
    expect(await store.list()).toMatchObject([{ session: "s" }]);
  });

  it("changes nothing where nothing is found, and never the place of an entry", async () => {
    await using store = stores[name](tempFolder());
    let count = 0;
    await checkProperty(
      fc.asyncProperty(journal, async (entries) => {
        const session = `s${count++}`;
        await store.append(session, 0, entries);
        expect(await store.rewrite(session, changes)).toEqual({ entries: 0, blobs: 0 });
        expect(await all(store.read(session))).toEqual(entries);
        const moved = (entry: Entry): Entry =>
          ({ ...entry, seq: 7, kind: "outcome", run: "x", more: 1 }) as never;
        expect((await store.rewrite(session, { entry: moved })).entries).toBe(entries.length);
        const places = (some: readonly Entry[]) =>
          some.map(({ v, seq, at, run, kind }) => [v, seq, at, run, kind]);
        expect(places((await all(store.read(session))).slice(0, -1))).toEqual(places(entries));
      }),
      { numRuns: 10 },
    );
  });

  it("writes nothing where nothing is found, and leaves no files behind", async () => {
    const folder = tempFolder();
    const path = journalPath(name, folder, "s");
    let inode = 0;
    {
      await using store = stores[name](folder);
      await store.append("s", 0, notices(1, 3));
      const kept = await store.putBlob("s", Buffer.from("no secret"));
      await store.append("s", 3, [context(4, kept)]);
      inode = statSync(path).ino;
      expect(await store.rewrite("s", changes)).toEqual({ entries: 0, blobs: 0 });
      expect(await store.rewrite("s", { entry: (entry) => entry })).toEqual({ entries: 0, blobs: 0 });
      expect(await all(store.read("s"))).toEqual([...notices(1, 3), context(4, kept)]);
      expect(Buffer.from((await store.blob("s", kept)) ?? []).toString()).toBe("no secret");
      await expect(store.lease("s", "next", 1000)).resolves.toBeDefined();
    }
    expect(statSync(path).ino).toBe(inode);
    expect(readdirSync(join(folder, "s")).filter((file) => file.endsWith(".new"))).toEqual([]);
  });

  it("changes blobs alone where only they say it, and entries alone when it is to leave blobs", async () => {
    await using store = stores[name](tempFolder());
    const hash = await store.putBlob("s", Buffer.from(`told: ${secret}`));
    await store.append("s", 0, [context(1, hash), notice(2)]);
    expect(await store.rewrite("s", { entry: changes.entry })).toEqual({ entries: 0, blobs: 0 });
    expect(await store.blob("s", hash)).toBeDefined();
    expect(await store.rewrite("s", { entry: (entry) => entry, blob: changes.blob! })).toEqual({
      entries: 1,
      blobs: 1,
    });
    const [named, same, scrub] = await all(store.read("s"));
    expect(named).not.toMatchObject({ hash });
    expect(same).toEqual(notice(2));
    expect(scrub).toMatchObject({ v: 1, seq: 3, kind: "scrub", run: null, entries: 1, blobs: 1 });
    expect(scrub?.at).toBeGreaterThan(Date.now() - 600_000);
    const bytes = await store.blob("s", (named as { hash: string }).hash);
    expect(Buffer.from(bytes ?? []).toString()).toBe("told: ***");
  });

  it("refuses what is damaged, and leaves it as it is", async () => {
    const folder = tempFolder();
    const path = journalPath(name, folder, "s");
    {
      await using store = stores[name](folder);
      await store.append("s", 0, notices(1, 30));
    }
    const bytes = readFileSync(path);
    bytes.write("Entry", bytes.indexOf("entry 20"));
    writeFileSync(path, bytes);
    await using store = stores[name](folder);
    await expect(
      store.rewrite("s", { entry: (entry) => ({ ...entry, text: "changed" }) as Entry }),
    ).rejects.toMatchObject({ code: "damaged" });
    expect(await all(store.read("s", 21))).toEqual(notices(21, 30));
    await expect(all(store.read("s"))).rejects.toMatchObject({ code: "damaged" });
    await expect(store.lease("s", "next", 1000)).resolves.toBeDefined();
    expect(readdirSync(join(folder, "s")).filter((file) => file.endsWith(".new"))).toEqual([]);
  });

  it("does not disturb who reads it meanwhile", async () => {
    await using store = stores[name](tempFolder());
    const text = `${secret} ${"x".repeat(2000)}`;
    await store.append(
      "s",
      0,
      notices(1, 1000).map((entry) => ({ ...entry, text }) as Entry),
    );
    const seen: number[] = [];
    for await (const { seq } of store.read("s")) {
      seen.push(seq);
      if (seq === 300) await store.rewrite("s", changes);
    }
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
  });

  it("does not wait: a session that is being written is refused, and one that does not exist", async () => {
    await using store = stores[name](tempFolder());
    await expect(store.rewrite("missing", changes)).rejects.toMatchObject({ code: "not-found" });
    await store.append("s", 0, notices(1, 3));
    await store.lease("s", "me", 1000);
    await expect(store.rewrite("s", changes)).rejects.toMatchObject({ code: "locked" });
  });

  it("is finished by the next one when it was cut short after its entries were changed", async () => {
    const folder = tempFolder();
    {
      await using store = stores[name](folder);
      await store.append(
        "s",
        0,
        notices(1, 3).map((entry) => ({ ...entry, text: secret }) as Entry),
      );
      await store.rewrite("s", changes);
    }
    const path = journalPath(name, folder, "s");
    if (name === "jsonl") {
      writeFileSync(join(folder, "s", "journal.1.new"), secret);
      mkdirSync(join(folder, "s", "blobs"));
      writeFileSync(join(folder, "s", "blobs", "1.new"), secret);
    } else {
      const database = new DatabaseSync(path);
      const insert = database.prepare("INSERT INTO blobs VALUES ('1', ?)");
      insert.run(Buffer.from(secret.repeat(300)));
      database.exec("DELETE FROM blobs");
      database.close();
    }
    expect(filesWith(folder, secret)).not.toEqual([]);
    await using store = stores[name](folder);
    expect(await store.rewrite("s", changes)).toEqual({ entries: 0, blobs: 0 });
    expect(filesWith(folder, secret)).toEqual([]);
    expect(await all(store.read("s"))).toHaveLength(4);
  });

  it("is done or not done when it is killed, and doing it again leaves nothing", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    for (const [session, after] of Object.entries({ s1: 2, s2: 10 })) {
      const hash = await store.putBlob(session, Buffer.from(`told: ${secret}`));
      const entries = notices(1, 1000).map((entry) => ({ ...entry, text: `${entry.seq} ${secret}` }));
      await store.append(session, 0, [...entries, context(1001, hash)]);
      await store.close();
      const child = startChild(
        new URL("./children/rewrite-one.ts", import.meta.url),
        [folder, session],
        childEnv(name),
      );
      await child.line(1);
      await setTimeout(after);
      child.process.kill("SIGKILL");
      await child.ended;

      const left = await all(store.read(session));
      const scrubs = left.filter(({ kind }) => kind === "scrub").length;
      const withSecret = left.filter((entry) => JSON.stringify(entry).includes(secret)).length;
      expect([withSecret, scrubs]).toEqual(scrubs === 0 ? [1000, 0] : [0, 1]);
      const last = left.find((entry) => entry.kind === "context");
      expect(await store.blob(session, last?.hash ?? "")).toBeDefined();
      await store.rewrite(session, changes);
      expect(filesWith(folder, secret)).toEqual([]);
    }
  });
});
