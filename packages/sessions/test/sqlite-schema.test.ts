import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { Entry } from "@skein/protocol";
import { salvageJournal, sqliteJournal } from "../src/index.ts";
import { migrate } from "../src/sqlite/schema.ts";
import { all, notice, notices } from "./entries.ts";
import { tempFolder } from "./temp-folder.ts";

/** A session as the first version kept it. */
function firstVersion(folder: string, entries: readonly Entry[]): string {
  mkdirSync(join(folder, "s"), { recursive: true });
  const path = join(folder, "s", "journal.db");
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE entries(
      seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, at INTEGER NOT NULL, run TEXT, v INTEGER NOT NULL, body TEXT NOT NULL
    );
    CREATE INDEX landmarks ON entries(kind, seq)
      WHERE kind = 'settings' OR kind = 'user-message' OR kind = 'assistant-message' OR kind = 'run-start'
      OR kind = 'outcome';
    CREATE TABLE blobs(hash TEXT PRIMARY KEY, bytes BLOB NOT NULL);
    CREATE TABLE lease(
      id INTEGER PRIMARY KEY CHECK (id = 1), token TEXT NOT NULL, owner TEXT NOT NULL, pid INTEGER NOT NULL,
      started TEXT, host TEXT NOT NULL, boot TEXT, pid_space TEXT, since INTEGER NOT NULL, expires INTEGER NOT NULL
    );
    PRAGMA application_id = 0x534b4549;
    PRAGMA user_version = 1;
  `);
  const insert = database.prepare("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)");
  for (const { seq, kind, at, run, v, ...body } of entries) {
    insert.run(seq, kind, at, run, v, JSON.stringify(body));
  }
  database.close();
  return path;
}

function versionOf(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true });
  const version = database.prepare("PRAGMA user_version").get()?.["user_version"];
  database.close();
  return version;
}

describe("a file of the first version", () => {
  it("is listed as it is, and lifted when it is opened; its entries are checked from then on", async () => {
    const folder = tempFolder();
    const path = firstVersion(folder, notices(1, 300));
    {
      await using store = sqliteJournal(folder);
      expect(await store.list()).toMatchObject([
        { session: "s", summary: { startedAt: 1001, lastAt: 1300 } },
      ]);
      expect(versionOf(path)).toBe(1);
      expect(await all(store.read("s"))).toEqual(notices(1, 300));
      await store.append("s", 300, [notice(301)]);
      const lease = await store.lease("s", "me", 1000);
      await lease.renew();
      expect(await all(store.read("s", 300, ["name", "notice"]))).toEqual(notices(300, 301));
    }
    expect(versionOf(path)).toBe(2);
    const bytes = readFileSync(path);
    bytes.write("Entry", bytes.indexOf("entry 200"));
    writeFileSync(path, bytes);
    await using store = sqliteJournal(folder);
    expect((await salvageJournal(store, "s")).entries).toEqual(notices(1, 199));
  });

  it("stays as it is when the lifting fails", async () => {
    const folder = tempFolder();
    const path = firstVersion(folder, notices(1, 3));
    const database = new DatabaseSync(path);
    database.exec(`INSERT INTO entries VALUES (4, 'model-result', 1, NULL, 1, '{"broken')`);
    database.close();
    await using store = sqliteJournal(folder);
    await expect(all(store.read("s"))).rejects.toMatchObject({ code: "damaged" });
    await expect(store.lastSeq("s")).rejects.toMatchObject({ code: "damaged" });
    expect(versionOf(path)).toBe(1);
  });

  it("is lifted once, when two processes open it at the same time", () => {
    const path = firstVersion(tempFolder(), notices(1, 3));
    const database = new DatabaseSync(path);
    migrate(database);
    migrate(database); // what the slower one does: it saw the first version
    database.close();
    expect(versionOf(path)).toBe(2);
  });
});

describe("reading kinds", () => {
  it("looks them up in the index: no scan, and no entry between them is read", async () => {
    const folder = tempFolder();
    {
      await using store = sqliteJournal(folder);
      await store.append("s", 0, notices(1, 2000));
      const { v, at, run } = notice(1);
      await store.append("s", 2000, [{ v, seq: 2001, at, run, kind: "name", name: "n", by: "user" }]);
      await store.append("s", 2001, notices(2002, 4000));
    }
    const path = join(folder, "s", "journal.db");
    const database = new DatabaseSync(path);
    const plans = [
      "SELECT seq FROM entries WHERE kind = 'name' AND seq >= ?",
      "SELECT max(seq) AS seq FROM entries WHERE kind = 'settings'",
      "SELECT count(*) AS n FROM entries WHERE kind = 'assistant-message'",
      "SELECT total(json_extract(body, '$.costUsd')) AS usd FROM entries WHERE kind = 'model-result' AND seq > ?",
    ].map((sql) =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map((row) => String(row["detail"])),
    );
    database.exec("UPDATE entries SET body = 'not even JSON' WHERE kind = 'notice'");
    database.close();
    for (const plan of plans) expect(plan).toEqual([expect.stringContaining("USING COVERING INDEX")]);

    await using store = sqliteJournal(folder);
    expect(await all(store.read("s", 1, ["name", "rewind"]))).toMatchObject([{ seq: 2001, name: "n" }]);
    await expect(all(store.read("s", 1, ["name", "notice"]))).rejects.toMatchObject({ code: "damaged" });
  });
});
