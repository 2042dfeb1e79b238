import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SessionError, type Entry } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { salvageJournal, sqliteJournal } from "../src/index.ts";
import { startChild } from "./children/start-child.ts";
import { all, notice, notices } from "./entries.ts";
import { tempFolder } from "./temp-folder.ts";

/** A folder with two sessions of 500 entries, closed. */
async function twoSessions(): Promise<{ folder: string; hurt: string }> {
  const folder = tempFolder();
  await using store = sqliteJournal(folder);
  await store.append("hurt", 0, notices(1, 500));
  await store.append("well", 0, notices(1, 500));
  return { folder, hurt: join(folder, "hurt", "journal.db") };
}

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

const harms: Record<string, (path: string) => void> = {
  "whose header is overwritten": (path) => overwrite(path, 0, "this is not a database at all"),
  "that is other bytes": (path) => writeFileSync(path, "x".repeat(5000)),
  "that is empty": (path) => truncateSync(path, 0),
  "cut in the middle": (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  "with its pages overwritten": (path) => overwrite(path, 4096, "\u00ff".repeat(statSync(path).size - 5000)),
  "that is another program's database": (path) => {
    writeFileSync(path, "");
    change(path, "CREATE TABLE mine(x); INSERT INTO mine VALUES (1)");
  },
  "of a newer Skein": (path) => change(path, "PRAGMA user_version = 99"),
  "with an entry that does not parse": (path) =>
    change(path, "UPDATE entries SET body = '{\"kind' WHERE seq = 1"),
};

function overwrite(path: string, at: number, text: string): void {
  const bytes = readFileSync(path);
  bytes.write(text, at, "latin1");
  writeFileSync(path, bytes);
}

describe("a journal file", () => {
  it.each(Object.keys(harms))("%s costs only its own session and is left as it is", async (harm) => {
    const { folder, hurt } = await twoSessions();
    harms[harm]!(hurt);
    const before = readFileSync(hurt);

    await using store = sqliteJournal(folder);
    await expect(all(store.read("hurt"))).rejects.toMatchObject({ name: "SessionError", code: "damaged" });
    const list = await store.list();
    expect(Object.fromEntries(list.map((line) => [line.session, "damaged" in line]))).toEqual({
      well: false,
      hurt: true,
    });
    expect(await all(store.read("well"))).toHaveLength(500);
    await store.append("well", 500, [notice(501)]);
    await store.close();
    expect(readFileSync(hurt).equals(before)).toBe(true);
  });

  it.each([95, 75, 50, 25])("cut off at %s percent gives what stands before the cut", async (percent) => {
    const { folder, hurt } = await twoSessions();
    const blobs = sqliteJournal(folder);
    const hash = await blobs.putBlob("hurt", Buffer.from("the last to be written"));
    await blobs.close();
    const { size } = statSync(hurt);
    truncateSync(hurt, Math.floor((size * percent) / 100));
    const left = readFileSync(hurt);

    await using store = sqliteJournal(folder);
    const { entries, damage } = await salvageJournal(store, "hurt");
    expect(entries).toEqual(notices(1, entries.length));
    expect(entries.length).toBeGreaterThan(500 * (percent / 100 - 0.2));
    expect(damage).toMatchObject({ name: "SessionError", code: "damaged" });
    const blob = await store.blob("hurt", hash).catch((error: unknown) => error);
    expect(blob instanceof Uint8Array || SessionError.is(blob)).toBe(true);
    await store.close();
    expect(readFileSync(hurt).equals(left)).toBe(true);
  });

  it("with a page overwritten in its middle is readable up to there", async () => {
    const { folder, hurt } = await twoSessions();
    const bytes = readFileSync(hurt);
    const page = Math.floor(bytes.indexOf("entry 300") / 1024);
    bytes.fill(0xff, page * 1024, (page + 1) * 1024);
    writeFileSync(hurt, bytes);

    await using store = sqliteJournal(folder);
    const { entries, damage } = await salvageJournal(store, "hurt");
    expect(damage).toMatchObject({
      name: "SessionError",
      code: "damaged",
      message: `Entry ${entries.length + 1} of session hurt is damaged.`,
      cause: expect.any(Error) as Error,
    });
    expect(entries.length).toBeGreaterThan(200);
    expect(entries.length).toBeLessThan(300);
    expect(entries).toEqual(notices(1, entries.length));
    const changed = (entry: Entry) => ({ ...entry, text: "changed" }) as Entry;
    await expect(store.rewrite("hurt", { entry: changed })).rejects.toMatchObject({ code: "damaged" });
    expect((await salvageJournal(store, "hurt")).entries).toEqual(entries);
  });

  it("with a page overwritten in its middle is readable by kind up to there", async () => {
    const { folder, hurt } = await twoSessions();
    const bytes = readFileSync(hurt);
    const page = Math.floor(bytes.indexOf("entry 300") / 1024);
    bytes.fill(0xff, page * 1024, (page + 1) * 1024);
    writeFileSync(hurt, bytes);

    await using store = sqliteJournal(folder);
    const whole = await salvageJournal(store, "hurt");
    for (const [kind, count] of [
      ["notice", whole.entries.length],
      ["tool-result", 0],
    ] as const) {
      const entries: Entry[] = [];
      const reading = async () => {
        for await (const entry of store.read("hurt", 1, [kind])) entries.push(entry);
      };
      await expect(reading()).rejects.toMatchObject({
        code: "damaged",
        message: `Entry ${whole.entries.length + 1} of session hurt is damaged.`,
      });
      expect(entries).toHaveLength(count);
    }
    expect(await all(store.read("well", 1, ["tool-result"]))).toEqual([]);
  });

  it("with its last page overwritten is readable up to there", async () => {
    const { folder, hurt } = await twoSessions();
    const bytes = readFileSync(hurt);
    const page = Math.floor(bytes.indexOf("entry 500") / 1024);
    bytes.fill(0xff, page * 1024, (page + 1) * 1024);
    writeFileSync(hurt, bytes);
    await using store = sqliteJournal(folder);
    const { entries, damage } = await salvageJournal(store, "hurt");
    expect(damage).toMatchObject({ code: "damaged" });
    expect(entries.length).toBeGreaterThan(400);
    expect(entries).toEqual(notices(1, entries.length));
  });

  it.each(["NULL", "7", "x'7b7d'"])("with %s for the body of an entry says which", async (body) => {
    const { folder, hurt } = await twoSessions();
    const database = new DatabaseSync(hurt, { defensive: false });
    database.exec("PRAGMA writable_schema = ON");
    database.exec("UPDATE sqlite_schema SET sql = replace(sql, 'body TEXT NOT NULL', 'body')");
    database.close();
    change(hurt, `UPDATE entries SET body = ${body} WHERE seq = 3`);
    await using store = sqliteJournal(folder);
    const { entries, damage } = await salvageJournal(store, "hurt");
    expect(damage).toMatchObject({ code: "damaged", message: "Entry 3 of session hurt is damaged." });
    expect(entries).toEqual(notices(1, 2));
  });

  it.each([0.9, 0.5, 0.1, 0])(
    "with %d of its log left opens with the entries before the cut",
    async (share) => {
      const folder = tempFolder();
      const child = startChild(new URL("./children/append-loop.ts", import.meta.url), [folder, "s", "1"]);
      await child.line(50);
      child.process.kill("SIGKILL");
      await child.ended;
      const log = join(folder, "s", "journal.db-wal");
      truncateSync(log, Math.floor(statSync(log).size * share));

      await using store = sqliteJournal(folder);
      const entries = await all(store.read("s"));
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
      expect(entries.length > 0).toBe(share > 0);
      await store.append("s", entries.length, [notice(entries.length + 1)]);
    },
  );

  it("with bytes behind its end opens", async () => {
    const { folder, hurt } = await twoSessions();
    appendFileSync(hurt, "behind the end");
    await using store = sqliteJournal(folder);
    expect(await all(store.read("hurt"))).toHaveLength(500);
  });

  it("can be copied away while it is closed, as one file", async () => {
    const { folder, hurt } = await twoSessions();
    mkdirSync(join(folder, "copy"));
    copyFileSync(hurt, join(folder, "copy", "journal.db"));
    await using store = sqliteJournal(folder);
    expect(await all(store.read("copy"))).toHaveLength(500);
  });
});
