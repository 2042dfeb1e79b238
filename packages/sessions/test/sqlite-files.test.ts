import { existsSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pragma } from "@skein/platform/sqlite";
import type { Entry } from "@skein/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { sqliteJournal, summary } from "../src/index.ts";
import { openJournalFile } from "../src/sqlite/journal-file.ts";
import { all, notice, notices } from "./entries.ts";
import { journalPath } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

/** Sessions of a folder whose journals this process has open. */
function openSessions(folder: string): readonly string[] {
  const paths = readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      return [readlinkSync(join("/proc/self/fd", descriptor))];
    } catch {
      return []; // the one that lists them
    }
  });
  const ours = paths.filter((path) => path.startsWith(folder) && path.endsWith("journal.db"));
  return [...new Set(ours.map((path) => path.slice(folder.length + 1).split("/")[0] ?? ""))];
}

// Only Linux tells which files a process has open.
describe.runIf(existsSync("/proc/self/fd"))("a SQLite store of many sessions", () => {
  it("keeps 64 files open: those that were used last", async () => {
    const folder = tempFolder();
    await using store = sqliteJournal(folder);
    for (let count = 0; count < 64; count++) await store.append(`s${count}`, 0, [notice(1)]);
    await all(store.read("s0"));
    expect(openSessions(folder)).toHaveLength(64);
    for (let count = 64; count < 70; count++) await store.append(`s${count}`, 0, [notice(1)]);
    const open = openSessions(folder);
    expect(open).toHaveLength(64);
    expect(open).toContain("s0");
    expect(open).toContain("s69");
    for (const closed of ["s1", "s2", "s3", "s4", "s5", "s6"]) expect(open).not.toContain(closed);
    await store.remove("s69");
    expect(openSessions(folder)).toHaveLength(63);
    await store.list();
    expect(openSessions(folder)).toHaveLength(63);
  });
});

describe("a SQLite journal", () => {
  it("has an append on disk where that was asked for, and only there", async () => {
    const folder = tempFolder();
    {
      await using store = sqliteJournal(folder);
      await store.append("s", 0, [notice(1)]);
    }
    const file = openJournalFile(journalPath("sqlite", folder, "s"), { session: "s" })!;
    onTestFinished(() => file.database.close());
    const synchronous = () => pragma(file.database, "synchronous");
    const full = 2;
    const normal = 1;
    const asked = [true, false, false, true, true, false];
    expect(asked.map((durable) => file.write(durable, synchronous))).toEqual(
      asked.map((durable) => (durable ? full : normal)),
    );
  });

  it.each([1, 1024, 5000])("that may have %i bytes is full before its first entry", async (maxBytes) => {
    await using store = sqliteJournal(tempFolder(), { maxBytes });
    await expect(store.append("s", 0, [notice(1, "x".repeat(20_000))])).rejects.toMatchObject({
      code: "full",
    });
    expect(await store.lastSeq("s")).toBe(0);
  });

  it("is not written by a rewrite that finds nothing", async () => {
    const folder = tempFolder();
    const path = journalPath("sqlite", folder, "s");
    {
      await using store = sqliteJournal(folder);
      await store.append("s", 0, notices(1, 3));
      await store.putBlob("s", new Uint8Array(100_000));
    }
    const database = new DatabaseSync(path);
    database.exec("DELETE FROM blobs");
    database.close();
    const { size } = statSync(path);
    {
      await using store = sqliteJournal(folder);
      expect(await store.rewrite("s", { entry: (entry) => entry })).toEqual({ entries: 0, blobs: 0 });
    }
    expect(statSync(path).size).toBe(size);
  });

  it("says which entry is missing, and which is another one", async () => {
    const folder = tempFolder();
    {
      await using store = sqliteJournal(folder);
      await store.append("missing", 0, notices(1, 600));
      await store.append("empty", 0, notices(1, 5));
    }
    const change = (session: string, sql: string) => {
      const database = new DatabaseSync(journalPath("sqlite", folder, session));
      database.exec(sql);
      database.close();
    };
    change("missing", "DELETE FROM entries WHERE seq = 301");
    change("empty", "DELETE FROM entries WHERE seq < 5");
    await using store = sqliteJournal(folder);
    const damage = (seq: number, session: string) => ({
      code: "damaged",
      message: `Entry ${seq} of session ${session} is damaged.`,
    });
    await expect(all(store.read("missing"))).rejects.toMatchObject(damage(301, "missing"));
    await expect(all(store.read("empty"))).rejects.toMatchObject(damage(1, "empty"));
    expect(await all(store.read("missing", 302))).toHaveLength(299);
  });

  it("is listed from a handful of entries, whatever stands in the others", async () => {
    const folder = tempFolder();
    const head = { v: 1, at: 5, run: "r" };
    const content = [{ type: "text", text: "words" }] as const;
    const run = (seq: number): Entry[] => [
      {
        ...head,
        seq,
        kind: "settings",
        provider: "p",
        model: `model ${seq}`,
        options: {},
      } as unknown as Entry,
      { ...head, seq: seq + 1, kind: "run-start", input: content },
      { ...head, seq: seq + 2, kind: "user-message", from: "user", content },
      { ...head, seq: seq + 3, kind: "assistant-message", content, stop: "answered" } as unknown as Entry,
      { ...head, seq: seq + 4, kind: "outcome", outcome: "done", turns: 1 },
    ];
    const start: Entry = { ...head, seq: 1, kind: "session-start", id: "s", cwd: "/w", interaction: "chat" };
    const entries = [start, ...[2, 7, 12].flatMap(run), notice(17)];
    {
      await using store = sqliteJournal(folder);
      await store.append("s", 0, entries);
    }
    const database = new DatabaseSync(journalPath("sqlite", folder, "s"));
    database.exec("UPDATE entries SET body = 'not JSON' WHERE seq NOT IN (1, 4, 12, 16, 17)");
    database.close();
    await using store = sqliteJournal(folder);
    expect(await store.list()).toEqual([{ session: "s", summary: summary(entries) }]);
    expect(summary(entries)).toMatchObject({
      model: "model 12",
      firstText: "words",
      turns: 3,
      state: "done",
    });
  });
});
