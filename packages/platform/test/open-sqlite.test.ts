import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { createPrivateFile } from "@skein/platform/files";
import { emptyStore, openSqlite, pragma, type StoreFormat } from "@skein/platform/sqlite";
import { noteFormat, refused } from "./note-format.ts";
import { tempFolder } from "./temp-folder.ts";

/** A store of a format, closed. */
function storeOf(format: StoreFormat): string {
  const path = join(tempFolder(), "notes.db");
  createPrivateFile(path, emptyStore(format));
  return path;
}

const harms: Record<string, { readonly why: string; readonly make: () => string }> = {
  "that is empty": {
    why: "refused: empty",
    make() {
      const path = join(tempFolder(), "notes.db");
      writeFileSync(path, "");
      return path;
    },
  },
  "of another program": {
    why: "refused: foreign",
    make: () => storeOf({ ...noteFormat, applicationId: 1 }),
  },
  "of a later version": {
    why: "refused: newer",
    make: () => storeOf({ ...noteFormat, version: noteFormat.version + 1 }),
  },
  "that is no database": {
    why: "file is not a database",
    make() {
      const path = join(tempFolder(), "notes.db");
      writeFileSync(path, "x".repeat(5000));
      return path;
    },
  },
};

describe("a file", () => {
  it.each(Object.keys(harms))("%s is not opened, and stays as it is", (harm) => {
    const { why, make } = harms[harm]!;
    const path = make();
    const before = readFileSync(path);
    expect(() => openSqlite(path, { format: noteFormat, refused })).toThrow(why);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("that is empty keeps the log beside it, where all its entries may be", () => {
    const path = harms["that is empty"]!.make();
    writeFileSync(`${path}-wal`, "entries that somebody may want to rescue");
    expect(() => openSqlite(path, { format: noteFormat, refused })).toThrow("empty");
    expect(readFileSync(`${path}-wal`, "utf8")).toContain("rescue");
  });

  it("that is missing is not made", () => {
    const folder = tempFolder();
    expect(() => openSqlite(join(folder, "notes.db"), { format: noteFormat, refused })).toThrow("ENOENT");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("of an earlier version is opened, for its store to lift it", () => {
    const path = storeOf({ ...noteFormat, version: 1 });
    const database = openSqlite(path, { format: noteFormat, refused });
    expect(pragma(database, "user_version")).toBe(1);
    database.close();
  });

  it("that cannot be prepared is closed again", () => {
    const path = storeOf(noteFormat);
    let opened: DatabaseSync | undefined;
    const prepare = (database: DatabaseSync): void => {
      opened = database;
      throw new Error("not this one");
    };
    expect(() => openSqlite(path, { format: noteFormat, refused, prepare })).toThrow("not this one");
    expect(opened?.isOpen).toBe(false);
  });
});

describe("a new store", () => {
  it("is in WAL mode from its first byte, and one file when it is closed", () => {
    const path = storeOf(noteFormat);
    const database = openSqlite(path, { format: noteFormat, refused });
    expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    database.exec("INSERT INTO counts VALUES ('a', 1)");
    expect(readdirSync(join(path, "..")).toSorted()).toEqual(["notes.db", "notes.db-shm", "notes.db-wal"]);
    expect(statSync(`${path}-wal`).mode & 0o777).toBe(statSync(path).mode & 0o777);
    database.close();
    expect(readdirSync(join(path, ".."))).toEqual(["notes.db"]);
  });

  it("can be looked at without locks and side files, by an address", () => {
    const path = storeOf(noteFormat);
    const address = pathToFileURL(path);
    address.search = "mode=ro&immutable=1";
    const database = openSqlite(address, { format: noteFormat, refused });
    expect(database.prepare("SELECT count(*) AS n FROM counts").get()).toEqual({ n: 0 });
    expect(readdirSync(join(path, ".."))).toEqual(["notes.db"]);
    database.close();
  });
});
