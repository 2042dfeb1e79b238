import { appendFileSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { jsonlJournal } from "../src/index.ts";
import { all, notice, notices } from "./entries.ts";
import { journalPath } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

const time = new Date(1_700_000_000_000);
const setTime = (path: string): void => utimesSync(path, time, time);

const flip = (bytes: Buffer): Buffer => Buffer.from(bytes.toString().replace("entry 3", "entry !"));

const changes: Record<string, (path: string, oneMore: Buffer) => void> = {
  "with other bytes at another time": (path) => writeFileSync(path, flip(readFileSync(path))),
  "by another file of its size and time": (path) => {
    writeFileSync(`${path}.copy`, flip(readFileSync(path)));
    renameSync(`${path}.copy`, path);
    setTime(path);
  },
  "with an entry more and the time it had": (path, oneMore) => {
    appendFileSync(path, oneMore);
    setTime(path);
  },
};

describe("an open journal of JSON Lines that somebody else changes", () => {
  it.each(Object.keys(changes))("%s is read again", async (how) => {
    const folder = tempFolder();
    await using store = jsonlJournal(folder);
    await store.append("s", 0, notices(1, 3));
    const other = tempFolder();
    await using longer = jsonlJournal(other);
    await longer.append("s", 0, notices(1, 3));
    const { length } = readFileSync(journalPath("jsonl", other, "s"));
    await longer.append("s", 3, [notice(4)]);
    const oneMore = readFileSync(journalPath("jsonl", other, "s")).subarray(length);
    setTime(journalPath("jsonl", folder, "s"));
    expect(await store.lastSeq("s")).toBe(3);
    changes[how]!(journalPath("jsonl", folder, "s"), oneMore);

    const code = how.includes("more") ? "conflict" : "damaged";
    await expect(store.append("s", 3, [notice(4)])).rejects.toMatchObject({ code });
    await expect(
      all(store.read("s")).then(
        (entries) => entries.length,
        () => "damaged",
      ),
    ).resolves.toBe(how.includes("more") ? 4 : "damaged");
  });
});
