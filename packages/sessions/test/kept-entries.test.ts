import { readFileSync, rmSync, statSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry, EntryKind } from "@skein/protocol";
import { journal } from "@skein/test-kit/generated";
import { sqliteJournal } from "../src/index.ts";
import { all, notice, notices } from "./entries.ts";
import { filesWith } from "./raw-bytes.ts";
import { changes, secret } from "./scrub-changes.ts";
import { journalPath } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

const wanted: readonly EntryKind[] = [
  ...(["notice", "user-message", "assistant-message", "tool-result"] as const),
  ...(["compaction", "rewind", "model-request", "reply-draft"] as const),
];

const keptFile = (folder: string) => join(folder, "s", "entries.cache");

/** In a process of its own, as far as the store can tell. */
async function readOnce(folder: string, from = 1, kinds = wanted): Promise<string> {
  await using store = sqliteJournal(folder);
  return JSON.stringify(await all(store.read("s", from, kinds)));
}

async function withEntries(entries: readonly Entry[]): Promise<string> {
  const folder = tempFolder();
  await using store = sqliteJournal(folder);
  await store.append("s", 0, entries);
  return folder;
}

/** A change that no checksum tells of: only a reader of the row sees it. */
function hideChange(folder: string, seq: number): void {
  using database = new DatabaseSync(journalPath("sqlite", folder, "s"));
  database.prepare("UPDATE entries SET body = ? WHERE seq = ?").run("{}", seq);
}

/** Entries of generated sessions, one behind the other, until they are many. */
const longJournal = fc
  .array(
    journal.filter((entries) => entries.length > 0),
    { minLength: 1, maxLength: 5 },
  )
  .map((journals) => {
    const entries = journals.flat();
    return Array.from({ length: 300 + entries.length }, (_, at): Entry => ({
      ...entries[at % entries.length]!,
      seq: at + 1,
    }));
  });

describe("entries that are kept beside a SQLite journal", () => {
  it("are those of the rows, byte for byte, whatever was added since and is asked for", async () => {
    await checkProperty(
      fc.asyncProperty(longJournal, fc.nat(40), fc.nat(60), async (entries, added, from) => {
        const folder = await withEntries(entries);
        await readOnce(folder);
        expect(existsSync(keptFile(folder))).toBe(true);
        await using store = sqliteJournal(folder);
        if (added > 0)
          await store.append("s", entries.length, notices(entries.length + 1, entries.length + added));
        const kinds = wanted.slice(from % 4);
        const kept = JSON.stringify(await all(store.read("s", from, kinds)));
        rmSync(keptFile(folder));
        expect(kept).toBe(JSON.stringify(await all(store.read("s", from, kinds))));
      }),
      { numRuns: 20 },
    );
  });

  it("are read instead of the rows, in a file for the owner alone", async () => {
    const folder = await withEntries(notices(1, 400));
    const before = await readOnce(folder);
    expect(statSync(keptFile(folder)).mode & 0o777).toBe(0o600);
    hideChange(folder, 7);
    expect(await readOnce(folder)).toBe(before);
  });

  it("are written again when much was added, not with each reading", async () => {
    const folder = await withEntries(notices(1, 400));
    await readOnce(folder);
    const first = readFileSync(keptFile(folder));
    for (const [from, to] of [
      [401, 500],
      [501, 800],
    ] as const) {
      await using store = sqliteJournal(folder);
      await store.append("s", from - 1, notices(from, to));
      await all(store.read("s", 1, wanted));
    }
    expect(readFileSync(keptFile(folder)).equals(first)).toBe(false);
    expect(JSON.parse(await readOnce(folder))).toHaveLength(800);
  });

  it("are not kept of a short session, nor where all kinds are read", async () => {
    const folder = await withEntries(notices(1, 200));
    await readOnce(folder);
    {
      await using store = sqliteJournal(folder);
      await store.append("s", 200, notices(201, 400));
      await all(store.read("s"));
    }
    expect(existsSync(keptFile(folder))).toBe(false);
  });

  it.each([
    ["a missing file", (path: string) => rmSync(path)],
    ["an empty file", (path: string) => writeFileSync(path, "")],
    ["a file that was cut off", (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -9))],
    [
      "a changed bit",
      (path: string) => {
        const bytes = readFileSync(path);
        bytes[bytes.length - 20]! ^= 1;
        writeFileSync(path, bytes);
      },
    ],
    [
      "another format",
      (path: string) => writeFileSync(path, readFileSync(path, "utf8").replace('"format":1', '"format":2')),
    ],
    [
      "the file of another session",
      (path: string) => writeFileSync(path, readFileSync(path, "utf8").replace(/"row":\d+/, '"row":1')),
    ],
  ])("are made again from the rows after %s", async (_, damage) => {
    const folder = await withEntries(notices(1, 400));
    const before = await readOnce(folder);
    damage(keptFile(folder));
    expect(await readOnce(folder)).toBe(before);
    hideChange(folder, 7);
    expect(await readOnce(folder)).toBe(before);
  });

  it("are not used where the journal cannot say whether they are right", async () => {
    const folder = await withEntries(notices(1, 400));
    await readOnce(folder);
    const path = journalPath("sqlite", folder, "s");
    const bytes = readFileSync(path);
    const page = bytes.indexOf('"entry 400"') >> 10;
    writeFileSync(path, bytes.fill(0, page * 1024, (page + 1) * 1024));
    await using store = sqliteJournal(folder);
    const seen: number[] = [];
    await expect(
      (async () => {
        for await (const { seq } of store.read("s", 1, wanted)) seen.push(seq);
      })(),
    ).rejects.toThrow("damaged");
    expect(seen.length).toBeGreaterThan(300);
  });

  it("do not hide damage when they are written", async () => {
    const folder = await withEntries(notices(1, 400));
    hideChange(folder, 7);
    await expect(readOnce(folder)).rejects.toThrow("damaged");
    expect(existsSync(keptFile(folder))).toBe(false);
  });

  it("go with what a rewrite removes, and with the session", async () => {
    const folder = await withEntries([...notices(1, 399), notice(400, `The key is ${secret}.`)]);
    await readOnce(folder);
    expect(filesWith(folder, secret)).toContainEqual(expect.stringContaining("entries.cache"));
    await using store = sqliteJournal(folder);
    await store.rewrite("s", changes);
    expect(filesWith(folder, secret)).toEqual([]);
    expect(await readOnce(folder)).not.toContain(secret);
    await store.remove("s");
    expect(existsSync(join(folder, "s"))).toBe(false);
  });

  it("are not used when the journal was rewritten by a process that did not know of them", async () => {
    const folder = await withEntries(notices(1, 400));
    await readOnce(folder);
    const kept = readFileSync(keptFile(folder));
    {
      await using store = sqliteJournal(folder);
      await store.rewrite("s", { entry: (entry) => (entry.seq === 7 ? notice(7, "changed") : entry) });
    }
    writeFileSync(keptFile(folder), kept);
    expect(await readOnce(folder)).toContain('"text":"changed"');
  });
});
