import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { createPrivateFile, makePrivateFolder } from "@skein/platform/files";
import { emptyStore, openSqlite, statementsOf } from "@skein/platform/sqlite";
import { noteFormat, refused } from "../note-format.ts";

// count-up.ts PATH TIMES: makes the store if it is not there, and counts up in as many transactions.
const [path = "", times = "0"] = process.argv.slice(2);
if (!existsSync(path)) {
  makePrivateFolder(dirname(path));
  createPrivateFile(path, emptyStore(noteFormat));
}
const database = openSqlite(path, { format: noteFormat, refused });
const { statement, transact } = statementsOf(database);
for (let turn = 0; turn < Number(times); turn++) {
  transact(() => {
    const value = Number(statement("SELECT value FROM counts WHERE name = 'all'").get()?.["value"] ?? 0);
    statement("INSERT OR REPLACE INTO counts VALUES ('all', ?)").run(value + 1);
  });
}
database.close();
