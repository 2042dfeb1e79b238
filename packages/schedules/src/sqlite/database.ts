import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { createPrivateFile, makePrivateFolder } from "@skein/platform/files";
import { emptyStore, openSqlite, statementsOf, type OpenRefusal } from "@skein/platform/sqlite";
import { scheduleFormat } from "./schema.ts";
import { damaged, storeError } from "./store-errors.ts";

const refusals: Readonly<Record<OpenRefusal, string>> = {
  "cut-off": "its file was cut off",
  empty: "it is empty",
  foreign: "it holds no schedules of Skein",
  newer: "a newer version of Skein wrote it",
};

export interface Database {
  /** Prepares each statement once. */
  readonly statement: (sql: string) => StatementSync;
  /** Runs `work` in a transaction that is on disk when this returns. A nested one is part of the outer one. */
  readonly write: <Result>(work: () => Result) => Result;
  /** Runs `work`; SQLite errors become a `SessionError`. */
  readonly read: <Result>(work: () => Result) => Result;
  close(): void;
}

/** Opens or creates a file, readable by its owner only, whatever the umask. Throws `SessionError`. */
export function openDatabase(path: string): Database {
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) {
      makePrivateFolder(dirname(path));
      createPrivateFile(path, emptyStore(scheduleFormat));
    }
    const database = openSqlite(path, {
      format: scheduleFormat,
      refused: (why) => damaged(path, refusals[why]),
      prepare: (opened) => opened.exec("PRAGMA synchronous = FULL"),
    });
    return databaseOf(database, path);
  } catch (error) {
    throw storeError(error, path);
  }
}

function databaseOf(database: DatabaseSync, path: string): Database {
  const { statement, transact } = statementsOf(database);

  function read<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw storeError(error, path);
    }
  }

  return {
    statement,
    read,
    write: (work) => read(() => (database.isTransaction ? work() : transact(work))),
    close: () => database.close(),
  };
}
