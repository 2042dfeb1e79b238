import { setTimeout } from "node:timers/promises";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryJournal, type Entry, type JournalStore } from "@skein/protocol";
import { costs, forkInStore, modelContext, summary } from "../src/index.ts";
import { startChild } from "./children/start-child.ts";
import { all, notice, notices } from "./entries.ts";
import { journal } from "@skein/test-kit/generated";
import { childEnv, storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

const makers: Record<string, () => JournalStore> = {
  memory: memoryJournal,
  sqlite: () => stores.sqlite(tempFolder()),
  jsonl: () => stores.jsonl(tempFolder()),
};

const start: Entry = {
  v: 1,
  seq: 1,
  at: 5,
  run: null,
  kind: "session-start",
  id: "s",
  cwd: "/w",
  interaction: "chat",
};

describe.each(Object.keys(makers))("a fork in %s", (name) => {
  it("says and costs nothing but what its parent had said up to there", async () => {
    const store = makers[name]!();
    let count = 0;
    await checkProperty(
      fc.asyncProperty(journal, fc.double({ min: 0, max: 1, noNaN: true }), async (entries, share) => {
        const [parent, id] = [`p${count}`, `f${count++}`];
        const at = Math.max(1, Math.round(entries.length * share));
        await store.append(parent, 0, entries);
        const made = await forkInStore(store, parent, { id, at, now: 99 });
        const forked = await all(store.read(id));
        expect(forked).toEqual(made);
        expect(forked[0]).toEqual({ ...entries[0], id, at: 99, parent: { session: parent, seq: at } });
        expect(forked.slice(1)).toEqual(entries.slice(1, at));
        expect(modelContext(forked)).toEqual(modelContext(entries.slice(0, at)));
        expect(costs(forked)).toMatchObject({ requests: 0, models: [], purposes: [] });
        const { inherited } = costs(forked);
        const { requests, costUsd } = costs(entries.slice(0, at));
        expect(inherited).toMatchObject({ requests, costUsd });
        expect(summary(forked)).toMatchObject({ id, parent: { session: parent, seq: at }, costUsd: 0 });
        expect(await all(store.read(parent))).toEqual(entries);
      }),
      { numRuns: 20 },
    );
  });

  it("has the blobs that it names, and goes its own way; the parent may be written meanwhile", async () => {
    const store = makers[name]!();
    const hash = await store.putBlob("s", Buffer.from("told"));
    const context = { v: 1, seq: 2, at: 6, run: "r", kind: "context", hash, reason: "start" } as const;
    await store.append("s", 0, [start, context, notice(3)]);
    await store.lease("s", "an agent", 30_000);
    await forkInStore(store, "s", { id: "f" });
    expect(Buffer.from((await store.blob("f", hash)) ?? []).toString()).toBe("told");
    await store.append("f", 3, [notice(4, "mine")]);
    await store.append("s", 3, [notice(4, "yours")]);
    expect((await all(store.read("f"))).at(-1)).toEqual(notice(4, "mine"));
    await expect(store.lease("f", "me", 1000)).resolves.toBeDefined();
  });

  it("is refused where there is nothing to fork, or something already", async () => {
    const store = makers[name]!();
    await store.append("s", 0, [start, ...notices(2, 3)]);
    await store.append("odd", 0, notices(1, 1));
    await expect(forkInStore(store, "missing", { id: "f" })).rejects.toMatchObject({ code: "not-found" });
    const numbered = "Entries are numbered from 1.";
    const hints = { 0: numbered, 4: "It ends at entry 3.", [-1]: numbered };
    for (const [at, hint] of Object.entries(hints)) {
      await expect(forkInStore(store, "s", { id: "f", at: Number(at) })).rejects.toMatchObject({
        name: "ConfigError",
        code: "usage",
        hint,
      });
    }
    await expect(forkInStore(store, "s", { id: "f", at: 1.5 })).rejects.toMatchObject({
      name: "ConfigError",
    });
    await expect(forkInStore(store, "s", { id: "odd" })).rejects.toMatchObject({
      name: "ConfigError",
      message: "Session odd already exists.",
    });
    await expect(forkInStore(store, "s", { id: "../f" })).rejects.toMatchObject({ name: "ConfigError" });
    await expect(forkInStore(store, "odd", { id: "f" })).rejects.toMatchObject({ code: "damaged" });
    expect(await all(store.read("f"))).toEqual([]);
  });
});

describe.each(storeNames)("a fork in %s that is killed", (name) => {
  it("is there as a whole or not at all", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    const hash = await store.putBlob("s", Buffer.from("told"));
    const context = { v: 1, seq: 2, at: 6, run: "r", kind: "context", hash, reason: "start" } as const;
    await store.append("s", 0, [start, context, ...notices(3, 3000)]);
    for (const after of [1, 12]) {
      const child = startChild(
        new URL("./children/fork-loop.ts", import.meta.url),
        [folder, "s"],
        childEnv(name),
      );
      await child.line(1);
      await setTimeout(after);
      child.process.kill("SIGKILL");
      await child.ended;
    }
    const forks = (await store.list()).filter(({ session }) => session !== "s");
    expect(forks.length).toBeGreaterThan(0);
    for (const { session } of forks) {
      expect(await all(store.read(session))).toHaveLength(3000);
      expect(await store.blob(session, hash)).toBeDefined();
    }
  });
});
