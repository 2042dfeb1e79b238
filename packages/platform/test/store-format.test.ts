import { DatabaseSync } from "node:sqlite";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bytesOf } from "../src/sqlite/store-format.ts";
import { tempFolder } from "./temp-folder.ts";

it("has the bytes of a store also where this Node cannot serialize one", () => {
  const folder = tempFolder();
  using database = new DatabaseSync(":memory:");
  database.exec("PRAGMA page_size = 8192; CREATE TABLE a (b TEXT) STRICT; INSERT INTO a VALUES ('c');");
  database.exec("PRAGMA application_id = 1234; PRAGMA user_version = 7;");
  const old = { prepare: (sql: string) => database.prepare(sql) };
  for (const [name, bytes] of Object.entries({ now: bytesOf(database), before: bytesOf(old) })) {
    const file = join(folder, name);
    writeFileSync(file, bytes);
    using copy = new DatabaseSync(file, { readOnly: true });
    const pragma = (key: string) => copy.prepare(`PRAGMA ${key}`).get()?.[key];
    expect([pragma("page_size"), pragma("application_id"), pragma("user_version")]).toEqual([8192, 1234, 7]);
    expect(copy.prepare("SELECT b FROM a").all()).toEqual([{ b: "c" }]);
  }
});
