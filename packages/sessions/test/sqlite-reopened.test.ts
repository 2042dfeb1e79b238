import { statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sqliteJournal } from "../src/index.ts";
import { all, notice, notices } from "./entries.ts";
import { journalPath } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

describe("the file of a session", () => {
  it("stays open between appends, so that its write-ahead log goes on", async () => {
    const folder = tempFolder();
    const log = `${journalPath("sqlite", folder, "s")}-wal`;
    await using store = sqliteJournal(folder);
    await store.append("s", 0, notices(1, 3));
    for (let last = 3; last < 6; last++) {
      const { size } = statSync(log);
      await all(store.read("s"));
      await store.append("s", last, [notice(last + 1)]);
      expect(statSync(log).size).toBeGreaterThan(size);
    }
  });

  it("is no longer used where another store has removed it", async () => {
    const folder = tempFolder();
    await using store = sqliteJournal(folder);
    await using other = sqliteJournal(folder);
    await store.append("s", 0, notices(1, 3));
    await other.remove("s");
    const gone = { name: "SessionError", code: "not-found" };
    await expect(all(store.read("s"))).rejects.toMatchObject(gone);
    await expect(store.append("s", 3, [notice(4)])).rejects.toMatchObject(gone);
    expect(await store.list()).toEqual([]);
  });

  it("is closed when 64 others were used since, and opened again when it is needed", async () => {
    const folder = tempFolder();
    await using store = sqliteJournal(folder);
    const sessions = Array.from({ length: 70 }, (_, at) => `s${at}`);
    for (const session of sessions) await store.append(session, 0, notices(1, 2));
    const logs = sessions.filter((session) =>
      statSync(`${journalPath("sqlite", folder, session)}-wal`, { throwIfNoEntry: false }),
    );
    expect(logs).toEqual(sessions.slice(6));
    expect(await all(store.read("s0"))).toEqual(notices(1, 2));
    await store.append("s0", 2, [notice(3)]);
    expect(await all(store.read("s0"))).toEqual(notices(1, 3));
  });
});
