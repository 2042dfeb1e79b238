import type { DatabaseSync, StatementSync } from "node:sqlite";
import { openStoreFile, pragma } from "./store-file.ts";
import { openError } from "./store-errors.ts";

/** The open store. A transaction never outlasts one tick, so that several users of one process do not block each other. */
export interface Store {
  readonly folder: string;
  /** A statement, prepared once. */
  statement(sql: string): StatementSync;
  /** Runs `work` in a transaction. With `durable`, this and all before it is on disk when it returns. */
  write<Result>(work: () => Result, durable?: boolean): Result;
  /** Bytes of what is stored, without the room that deleted content has left. */
  usedBytes(): number;
  /** Gives room that deleted content has left back to the disk. @returns whether there may be more. */
  shrink(): boolean;
  generation(): number;
  close(): void;
}

/** Pages given back at a time. */
const shrinkPages = 256;

/** Throws `SessionError` `damaged` or `read-only`. */
export function openStore(folder: string): Store {
  let database: DatabaseSync;
  try {
    database = openStoreFile(folder);
  } catch (error) {
    throw openError(error, folder);
  }
  const statements = new Map<string, StatementSync>();

  function statement(sql: string): StatementSync {
    let prepared = statements.get(sql);
    if (!prepared) statements.set(sql, (prepared = database.prepare(sql)));
    return prepared;
  }

  return {
    folder,
    statement,
    write(work, durable = false) {
      if (durable) database.exec("PRAGMA synchronous = FULL");
      try {
        statement("BEGIN IMMEDIATE").run();
        const result = work();
        statement("COMMIT").run();
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      } finally {
        if (durable) database.exec("PRAGMA synchronous = NORMAL");
      }
    },
    usedBytes: () =>
      (pragma(database, "page_count") - pragma(database, "freelist_count")) * pragma(database, "page_size"),
    shrink() {
      database.exec(`PRAGMA incremental_vacuum(${shrinkPages})`);
      return pragma(database, "freelist_count") > 0;
    },
    generation: () => Number(statement("SELECT number FROM generation").get()?.["number"]),
    close() {
      statements.clear();
      database.close();
    },
  };
}
