import { once } from "node:events";
import { fork } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSearch, type SessionSearch } from "../../src/search/index.ts";
import { tempFolder } from "../temp-folder.ts";
import { sampleStore, user } from "./sample-store.ts";

const store = sampleStore();
store.add("a", ...Array.from({ length: 500 }, (_, index) => user(`needle number${index}`)));

function searchAt(path: string, thinking = false): SessionSearch {
  const search = openSearch(path, { thinking });
  onTestFinished(() => search.close());
  return search;
}

async function madeIndex(): Promise<string> {
  const path = join(tempFolder(), "search.db");
  using search = openSearch(path);
  await search.update(store, ["a"]);
  return path;
}

async function expectWhole(search: SessionSearch): Promise<void> {
  await search.update(store, ["a"]);
  expect(search.search("needle", { limit: 1000 }).length).toBe(500);
  expect(search.search("number499").map(({ seq }) => seq)).toEqual([500]);
}

describe("an index file", () => {
  it("is there for the next process", async () => {
    const path = await madeIndex();
    const search = searchAt(path);
    expect(search.search("number7").length).toBe(1);
    expect(await search.update(store, ["a"])).toMatchObject({ sessions: 0 });
  });

  const damages: readonly (readonly [string, (path: string) => void])[] = [
    [
      "that is not SQLite",
      (path) => writeFileSync(path, "not a database, but long enough to be read ".repeat(50)),
    ],
    ["that is cut off", (path) => truncateSync(path, 8192)],
    ["whose pages are overwritten", (path) => overwrite(path, 4096, 65_536)],
    ["whose last half is overwritten", (path) => overwrite(path, readFileSync(path).length >> 1, 1_000_000)],
    ["with nothing in it", (path) => truncateSync(path, 0)],
    [
      "without tables, as an older version left it",
      (path) => {
        rmSync(path);
        execute(path, "PRAGMA journal_mode = WAL");
      },
    ],
    ["of another version", (path) => execute(path, "PRAGMA user_version = 99")],
    ["without one of its tables", (path) => execute(path, "DROP TABLE documents")],
  ];

  it.each(damages)("%s is rebuilt", async (_, damage) => {
    const path = await madeIndex();
    damage(path);
    const search = searchAt(path);
    expect(Array.isArray(search.search("needle"))).toBe(true);
    await expectWhole(search);
  });

  it("that is damaged while it is open is rebuilt", async () => {
    const path = await madeIndex();
    const search = searchAt(path);
    expect(search.search("number7").length).toBe(1);
    overwrite(path, 0, readFileSync(path).length);
    const other = searchAt(path);
    await expectWhole(other);
    await expectWhole(search);
  });

  it("made with other settings is rebuilt", async () => {
    const search = searchAt(await madeIndex(), true);
    expect(search.search("needle")).toEqual([]);
    await expectWhole(search);
  });

  it("that is a database of another program is left alone", () => {
    const path = join(tempFolder(), "mine.db");
    execute(path, "CREATE TABLE mine(x); INSERT INTO mine VALUES ('precious')");
    const before = readFileSync(path);
    expect(() => searchAt(path).search("x")).toThrow(/database of another program/);
    expect(readFileSync(path)).toEqual(before);
  });

  it("is its owner's alone", async () => {
    const path = join(tempFolder(), "deep", "search.db");
    await searchAt(path).update(store, ["a"]);
    const files = [path, `${path}-wal`, `${path}-shm`, dirname(path)];
    const modes = files.map((file) => statSync(file).mode);
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o600, 0o600, 0o600, 0o700]);
  });

  it("appears whole, for processes that meet at a new one", async () => {
    const path = join(tempFolder(), "search.db");
    const child = fork(fileURLToPath(new URL("children/update.ts", import.meta.url)), [path]);
    onTestFinished(() => void child.kill("SIGKILL"));
    const ended = once(child, "exit");
    while (!existsSync(path) && child.exitCode === null) await setImmediate();
    const bytes = readFileSync(path);
    expect(bytes.toString("latin1", 0, 15)).toBe("SQLite format 3");
    expect(bytes.toString("latin1", 68, 72)).toBe("SKEX");
    expect(await ended).toEqual([0, null]);
  });

  it("can be updated and asked by several processes at once", async () => {
    const path = join(tempFolder(), "search.db");
    const script = fileURLToPath(new URL("children/update.ts", import.meta.url));
    const children = Array.from({ length: 3 }, () => fork(script, [path], { stdio: "inherit" }));
    onTestFinished(() => children.forEach((child) => child.kill("SIGKILL")));
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0] as unknown));
    expect(codes).toEqual([0, 0, 0]);
    const search = searchAt(path);
    const hits = search.search("common", { limit: 1000 });
    expect(hits.length).toBe(900);
    expect(new Set(hits.map(({ session, seq }) => `${session}:${seq}`)).size).toBe(900);
  });

  it("goes on after a process was killed in the middle of an update", async () => {
    const path = join(tempFolder(), "search.db");
    const script = fileURLToPath(new URL("children/update.ts", import.meta.url));
    const child = fork(script, [path, "killed"], { stdio: "inherit" });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child, "message");
    child.kill("SIGKILL");
    await once(child, "exit");
    const search = searchAt(path);
    const before = search.search("common", { limit: 1000 }).length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(900);
    await search.update((await import("./children/common-store.ts")).commonStore(), ["s0", "s1", "s2"]);
    expect(search.search("common", { limit: 1000 }).length).toBe(900);
  });
});

function overwrite(path: string, at: number, length: number): void {
  const bytes = readFileSync(path);
  bytes.fill(0x5a, at, Math.min(bytes.length, at + length));
  writeFileSync(path, bytes);
}

function execute(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
