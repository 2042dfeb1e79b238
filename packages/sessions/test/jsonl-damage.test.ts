import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import type { Entry, SessionError } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { jsonlJournal, salvageJournal } from "../src/index.ts";
import { all, notice, notices } from "./entries.ts";
import { journalPath } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

/** Three appends, of one, three and one entries. */
async function written(): Promise<{ folder: string; path: string }> {
  const folder = tempFolder();
  await using store = jsonlJournal(folder);
  await store.append("s", 0, notices(1, 1));
  await store.append("s", 1, notices(2, 4));
  await store.append("s", 4, notices(5, 5));
  return { folder, path: journalPath("jsonl", folder, "s") };
}

describe("a journal of JSON Lines", () => {
  it("has an entry a line, that any tool can read", async () => {
    const { path } = await written();
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(notices(1, 5));
    expect(lines[0]).toMatchInlineSnapshot(
      `"{"v":1,"seq":1,"at":1001,"run":"r","kind":"notice","audience":"user","level":"info","text":"entry 1","rest":0,"crc":"c979707e"}"`,
    );
  });

  it("cut anywhere has the whole appends before the cut, and the next append takes their place", async () => {
    const { folder, path } = await written();
    const whole = readFileSync(path);
    const ends = [0, ...[...whole.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []))];
    await using store = jsonlJournal(folder);
    for (let length = whole.length; length >= 0; length--) {
      writeFileSync(path, whole.subarray(0, length));
      const kept = [0, 1, 4, 5].findLast((seq) => (ends[seq] ?? Infinity) <= length) ?? 0;
      expect(await all(store.read("s"))).toEqual(notices(1, kept));
      if (length % 7 > 0) continue;
      await store.append("s", kept, [notice(kept + 1, "next")]);
      expect(await all(store.read("s"))).toEqual([...notices(1, kept), notice(kept + 1, "next")]);
    }
  });

  it("that was rewritten knows which entries were appended together", async () => {
    const { folder, path } = await written();
    await using store = jsonlJournal(folder);
    await store.rewrite("s", { entry: (entry) => ({ ...entry, text: "changed" }) as Entry });
    const lines = readFileSync(path, "utf8").split("\n");
    for (const [left, kept] of [1, 1, 1, 4, 5, 6].map((count, index) => [index + 1, count] as const)) {
      writeFileSync(path, `${lines.slice(0, left).join("\n")}\n`);
      expect(await all(store.read("s"))).toHaveLength(kept);
    }
  });

  it("with a broken line in the middle says which, and is readable up to there", async () => {
    const { folder, path } = await written();
    const lines = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, lines.with(2, lines[2]!.slice(0, 30)).join("\n"));
    await using store = jsonlJournal(folder);
    const { entries, damage } = await salvageJournal(store, "s");
    expect(entries).toEqual(notices(1, 2));
    expect(damage?.message).toBe("Entry 3 of session s (line 3 of journal.jsonl) is damaged.");
    await store.append("s", 5, [notice(6)]);
    await expect(all(store.read("s"))).rejects.toMatchObject({ code: "damaged" });
  });

  it("with a line missing, or one that was put in, is damaged there", async () => {
    const { folder, path } = await written();
    const lines = readFileSync(path, "utf8").split("\n");
    for (const changed of [lines.toSpliced(2, 1), lines.toSpliced(2, 0, lines[1]!)]) {
      writeFileSync(path, changed.join("\n"));
      await using store = jsonlJournal(folder);
      expect((await salvageJournal(store, "s")).damage?.message).toContain("(line 3 of");
    }
  });

  it("with a damaged last line is not written on", async () => {
    const { folder, path } = await written();
    truncateSync(path, readFileSync(path).length - 5);
    appendFileSync(path, "\n");
    await using store = jsonlJournal(folder);
    await expect(store.append("s", 5, [notice(6)])).rejects.toMatchObject({ code: "damaged" });
    expect(await store.list()).toMatchObject([{ session: "s", damaged: expect.any(String) as string }]);
    expect((await salvageJournal(store, "s")).entries).toEqual(notices(1, 4));
  });

  it.each([
    ["", 0],
    ["half a line", 0],
    ["x".repeat(200_000), 0],
    ["\n", "damaged"],
    ["\n\n", "damaged"],
    ["a line\n", "damaged"],
    [`${"x".repeat(200_000)}\n`, "damaged"],
    [`{"v":1}\nhalf a line`, "damaged"],
  ])("of other bytes alone, case %#, has %j", async (text, expected) => {
    const { folder, path } = await written();
    writeFileSync(path, text);
    await using store = jsonlJournal(folder);
    expect(await store.list()).toHaveLength(expected === 0 ? 0 : 1);
    const found = await store.append("s", 0, [notice(1)]).then(
      () => 0,
      (error: unknown) => (error as SessionError).code,
    );
    expect(found).toBe(expected);
    const { entries, damage } = await salvageJournal(store, "s");
    expect(damage?.code ?? 0).toBe(expected);
    expect(entries).toEqual(expected === 0 ? [notice(1)] : []);
  });

  it.each([
    ["where an entry ends", 500, 0],
    ["within an entry", 500, 40],
    ["before where reading is", 5, 0],
  ])("that is cut off under who reads it ends there: %s", async (_, last, more) => {
    const folder = tempFolder();
    const path = journalPath("jsonl", folder, "s");
    await using store = jsonlJournal(folder);
    for (let seq = 1; seq <= 700; seq++) await store.append("s", seq - 1, [notice(seq, "x".repeat(2_000))]);
    const lines = readFileSync(path, "utf8").split("\n");
    const seen: number[] = [];
    for await (const { seq } of store.read("s")) {
      seen.push(seq);
      if (seq === 10) truncateSync(path, lines.slice(0, last).join("\n").length + 1 + more);
    }
    const taken = 150; // at most, before the cut
    expect(seen).toEqual(seen.map((__, index) => index + 1));
    expect(seen.length).toBeGreaterThanOrEqual(last);
    expect(seen.length).toBeLessThanOrEqual(Math.max(last, taken));
    expect(await store.lastSeq("s")).toBe(last);
  });

  it("of long and short lines is read from any entry on", async () => {
    await using store = jsonlJournal(tempFolder());
    const entries = Array.from({ length: 400 }, (_, index) =>
      notice(index + 1, "ü".repeat(index % 50 === 0 ? 200_000 : index % 900)),
    );
    await store.append("s", 0, entries);
    for (const from of [1, 2, 51, 52, 199, 350, 351, 352, 400, 401]) {
      expect((await all(store.read("s", from))).map(({ seq }) => seq)).toEqual(
        entries.slice(from - 1).map(({ seq }) => seq),
      );
    }
    expect(await all(store.read("s"))).toEqual(entries);
  });
});
