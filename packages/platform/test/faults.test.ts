import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { fileFault } from "@skein/platform/files";
import { sqliteFault } from "@skein/platform/sqlite";
import { tempFolder } from "./temp-folder.ts";

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("It should have failed.");
}

function withTable(): string {
  const path = join(tempFolder(), "some.db");
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE texts(text TEXT)");
  database.close();
  return path;
}

describe("what SQLite throws", () => {
  it("is full where no page is left", () => {
    const database = new DatabaseSync(withTable());
    database.exec("PRAGMA max_page_count = 3");
    const fill = () => database.prepare("INSERT INTO texts VALUES (?)").run("x".repeat(100_000));
    expect(sqliteFault(errorOf(fill))).toBe("full");
    database.close();
  });

  it("is read-only where it may not write, and where nothing can be opened", () => {
    const database = new DatabaseSync(withTable(), { readOnly: true });
    expect(sqliteFault(errorOf(() => database.exec("INSERT INTO texts VALUES ('')")))).toBe("read-only");
    database.close();
    const missing = join(tempFolder(), "missing", "some.db");
    expect(sqliteFault(errorOf(() => new DatabaseSync(missing)))).toBe("read-only");
  });

  it("is busy while another connection writes", () => {
    const path = withTable();
    const [one, other] = [new DatabaseSync(path), new DatabaseSync(path, { timeout: 0 })];
    one.exec("BEGIN IMMEDIATE");
    expect(sqliteFault(errorOf(() => other.exec("BEGIN IMMEDIATE")))).toBe("busy");
    one.close();
    other.close();
  });

  it("is damaged for a file of something else", () => {
    const path = join(tempFolder(), "some.db");
    writeFileSync(path, "x".repeat(5000));
    const database = new DatabaseSync(path);
    expect(sqliteFault(errorOf(() => database.exec("SELECT * FROM sqlite_schema")))).toBe("damaged");
    database.close();
  });

  it("is other for a wrong statement", () => {
    const database = new DatabaseSync(":memory:");
    expect(sqliteFault(errorOf(() => database.exec("no SQL")))).toBe("other");
    database.close();
  });

  it.each([
    [4874, "failed-write"],
    [778, "failed-write"],
    [1034, "failed-write"],
    [1546, "failed-write"],
    [266, "other"],
  ])("with the extended code %i is %s", (errcode, fault) => {
    expect(sqliteFault(Object.assign(new Error("disk I/O error"), { errcode }))).toBe(fault);
  });

  it("is told from what others throw", () => {
    const thrown = [new Error("full"), "full", undefined, errorOf(() => mkdirSync(tempFolder()))];
    expect(thrown.map(sqliteFault)).toEqual(thrown.map(() => undefined));
  });
});

describe("what the file system throws", () => {
  it.runIf(process.platform === "linux")("is full on a disk that is", () => {
    expect(fileFault(errorOf(() => writeFileSync("/dev/full", "text")))).toBe("full");
  });

  it.each([
    ["EDQUOT", "full"],
    ["EROFS", "read-only"],
    ["EACCES", "read-only"],
    ["EPERM", "read-only"],
    ["EIO", undefined],
  ])("with %s is %s", (code, fault) => {
    expect(fileFault(Object.assign(new Error(code), { code }))).toBe(fault);
  });

  it("is nothing else's matter", () => {
    expect(fileFault(errorOf(() => mkdirSync(tempFolder())))).toBeUndefined();
    expect(fileFault("ENOSPC")).toBeUndefined();
    expect(fileFault(errorOf(() => new DatabaseSync(join(tempFolder(), "no", "db"))))).toBeUndefined();
  });
});
