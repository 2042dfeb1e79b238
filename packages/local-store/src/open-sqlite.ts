import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { StoreFormat } from "./store-format.ts";

/** How long SQLite waits for another process's transaction, in milliseconds. */
const busyTimeoutMs = 5000;

/** Why a file is not opened: it has no bytes, is something else, or is of a later version of its format. */
export type Refusal = "empty" | "foreign" | "newer";

export interface OpenSqliteOptions {
  readonly format: StoreFormat;
  /** What is thrown, in the words of the store. */
  readonly refused: (why: Refusal) => Error;
  /** Sets the connection up; when it throws, the file is closed again. */
  readonly prepare?: (database: DatabaseSync) => void;
}

/**
 * Opens the file of a store. One that is refused keeps what it holds.
 *
 * @param location - of a file that is there. An address (`file:`) may hold SQLite's own parameters.
 */
export function openSqlite(
  location: string | URL,
  { format, refused, prepare }: OpenSqliteOptions,
): DatabaseSync {
  // A store is never empty. SQLite would take an empty file for a new one and delete the -wal file beside it.
  if (statSync(location).size === 0) throw refused("empty");
  const database = new DatabaseSync(location, { timeout: busyTimeoutMs });
  try {
    if (pragma(database, "application_id") !== format.applicationId) throw refused("foreign");
    if (pragma(database, "user_version") > format.version) throw refused("newer");
    prepare?.(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** The value of a pragma that is a number. */
export function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
