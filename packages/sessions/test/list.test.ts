import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sqliteJournal, summary } from "../src/index.ts";
import { notice } from "./entries.ts";
import { journal } from "./generated-journals.ts";
import { tempFolder } from "./temp-folder.ts";

describe("the list of sessions", () => {
  it("says of each what its entries say, open or closed", async () => {
    const folder = tempFolder();
    await using store = sqliteJournal(folder);
    let count = 0;
    await fc.assert(
      fc.asyncProperty(journal, async (entries) => {
        const session = `s${count++}`;
        await store.append(session, 0, entries);
        const expected = { session, summary: summary(entries) };
        expect((await store.list()).find((line) => line.session === session)).toEqual(expected);
        await store.close();
        expect((await store.list()).find((line) => line.session === session)).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });

  it("has the session that was written last at its top", async () => {
    await using store = sqliteJournal(tempFolder());
    for (const [session, at] of Object.entries({ old: 10, newest: 30, newer: 20 })) {
      await store.append(session, 0, [{ ...notice(1), at }]);
    }
    expect((await store.list()).map(({ session }) => session)).toEqual(["newest", "newer", "old"]);
  });

  it("knows a running session from one that was interrupted", async () => {
    await using store = sqliteJournal(tempFolder());
    await store.append("s", 0, [{ v: 1, seq: 1, at: 1, run: "r", kind: "run-start", input: [] }]);
    const lease = await store.lease("s", "me", 1000);
    expect(await store.list()).toMatchObject([{ summary: { state: "running" } }]);
    await lease.release();
    expect(await store.list()).toMatchObject([{ summary: { state: "interrupted" } }]);
  });

  it("leaves out what is not a session, and sessions without entries", async () => {
    const folder = tempFolder();
    await using store = sqliteJournal(folder);
    await store.lease("only-leased", "me", 1000);
    mkdirSync(join(folder, ".hidden"));
    mkdirSync(join(folder, "without-journal"));
    writeFileSync(join(folder, "file"), "");
    expect(await store.list()).toEqual([]);
    expect(await sqliteJournal(join(folder, "nowhere")).list()).toEqual([]);
  });
});
