import type { DatabaseSync, StatementSync } from "node:sqlite";
import { pragma, statementsOf } from "@skein/platform/sqlite";
import { openError } from "./store-errors.ts";
import { openStoreFile } from "./store-file.ts";

/**
 * The open store. A transaction never outlasts one tick, so that several users in one process do not block each
 * other.
 */
export interface CheckpointStore {
  readonly folder: string;
  /** Prepares each statement once. */
  statement(sql: string): StatementSync;
  /** Runs `work` in a transaction. With `durable`, this and everything before it is on disk when it returns. */
  write<Result>(work: () => Result, durable?: boolean): Result;
  /** Bytes of stored content, without the free space left by deleted content. */
  usedBytes(): number;
  /** Returns free space to the disk. @returns whether there may be more. */
  shrink(): boolean;
  /**
   * Erases deleted content from the file and its log. @param isThorough - including content deleted by earlier
   * versions. @returns false when another process is in the way.
   */
  erase(isThorough: boolean): boolean;
  generation(): number;
  close(): void;
}

/** Pages freed per step. */
const shrinkPages = 256;

/** Throws `SessionError` `damaged` or `read-only`. */
export function openStore(folder: string): CheckpointStore {
  let database: DatabaseSync;
  try {
    database = openStoreFile(folder);
  } catch (error) {
    throw openError(error, folder);
  }
  const { statement, transact } = statementsOf(database);

  return {
    folder,
    statement,
    write(work, durable = false) {
      if (durable) database.exec("PRAGMA synchronous = FULL");
      try {
        return transact(work);
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
    erase(isThorough) {
      if (isThorough) database.exec("VACUUM");
      return database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] === 0;
    },
    generation: () => Number(statement("SELECT number FROM generation").get()?.["number"]),
    close: () => database.close(),
  };
}
