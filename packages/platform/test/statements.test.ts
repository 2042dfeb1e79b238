import { join } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPrivateFile } from "@skein/platform/files";
import { emptyStore, openSqlite, statementsOf } from "@skein/platform/sqlite";
import { noteFormat, refused } from "./note-format.ts";
import { runChild } from "./run-child.ts";
import { tempFolder } from "./temp-folder.ts";

function openNotes() {
  const path = join(tempFolder(), "notes.db");
  createPrivateFile(path, emptyStore(noteFormat));
  return openSqlite(path, {
    format: noteFormat,
    refused,
    prepare: (opened) => opened.exec("PRAGMA synchronous = OFF"),
  });
}

function isDone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

const countUp = new URL("./children/count-up.ts", import.meta.url);

const changes = fc.array(
  fc.record({
    writes: fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.integer({ min: -9, max: 9 }))),
    fails: fc.boolean(),
  }),
  { maxLength: 8 },
);

describe("a transaction", () => {
  it("has written all or nothing, whatever came before it", () => {
    const database = openNotes();
    const { statement, transact } = statementsOf(database);
    checkProperty(
      fc.property(changes, (turns) => {
        database.exec("DELETE FROM counts");
        let expected = new Map<string, number>();
        for (const { writes, fails } of turns) {
          const work = (): void => {
            for (const write of writes)
              statement("INSERT OR REPLACE INTO counts VALUES (?, ?)").run(...write);
            if (fails) throw new Error("not this time");
          };
          expect(isDone(() => transact(work))).toBe(!fails);
          if (!fails) expected = new Map([...expected, ...writes]);
          expect(database.isTransaction).toBe(false);
        }
        const rows = statement("SELECT name, value FROM counts").all();
        expect(new Map(rows.map(({ name, value }) => [String(name), Number(value)]))).toEqual(expected);
      }),
    );
    database.close();
  });

  it("gives back what its work gives", () => {
    const database = openNotes();
    expect(statementsOf(database).transact(() => "answer")).toBe("answer");
    database.close();
  });

  it("that reads and then writes loses nothing to other processes, which also meet at making the file", async () => {
    const path = join(tempFolder(), "new", "notes.db");
    await Promise.all(Array.from({ length: 4 }, () => runChild(countUp, [path, "50"])));
    const database = openSqlite(path, { format: noteFormat, refused });
    expect(database.prepare("SELECT value FROM counts").get()).toEqual({ value: 200 });
    database.close();
  });
});

describe("a statement", () => {
  it("is prepared once", () => {
    const database = openNotes();
    const { statement } = statementsOf(database);
    expect(statement("SELECT 1")).toBe(statement("SELECT 1"));
    expect(statement("SELECT 1")).not.toBe(statement("SELECT 2"));
    database.close();
  });
});
