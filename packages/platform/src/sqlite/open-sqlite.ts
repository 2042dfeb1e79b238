import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { sqliteFault } from "./sqlite-fault.ts";
import { refusedLocks, requireLocks } from "./refused-locks.ts";
import type { StoreFormat } from "./store-format.ts";

/** How long SQLite waits for another process's transaction, in milliseconds. */
const busyTimeoutMs = 5000;

/** Why a file is not opened: it is empty, is truncated, is something else, or has a newer format version. */
export type OpenRefusal = "empty" | "cut-off" | "foreign" | "newer";

export interface OpenSqliteOptions {
  readonly format: StoreFormat;
  /** Creates the error to throw, in the store's own words. */
  readonly refused: (why: OpenRefusal) => Error;
  /** Configures the connection; when it throws, the file is closed again. */
  readonly prepare?: (database: DatabaseSync) => void;
  /**
   * Opens a truncated file: the missing part cannot be read, the rest can. Only for a read-only location. Default
   * false: such a file is refused.
   */
  readonly cutOff?: boolean;
}

/**
 * Opens a store's file. A refused file is not changed. Throws `RefusedLocksError` if its file system has no locks.
 *
 * @param location - an existing file. A `file:` URL may contain SQLite's own parameters.
 */
export function openSqlite(
  location: string | URL,
  { format, refused, prepare, cutOff = false }: OpenSqliteOptions,
): DatabaseSync {
  const path = typeof location === "string" ? location : fileURLToPath(location);
  requireLocks(dirname(path));
  // A store is never empty. SQLite would treat an empty file as new and delete the -wal file next to it.
  if (statSync(location).size === 0) throw refused("empty");
  if (!cutOff && isCutOff(location)) throw refused("cut-off");
  // Loaded with the first store: a run that keeps nothing does without SQLite.
  const sqlite = process.getBuiltinModule("node:sqlite");
  const database = new sqlite.DatabaseSync(location, {
    timeout: busyTimeoutMs,
    ...(cutOff && { defensive: false }),
  });
  try {
    // The only setting with which SQLite uses the real file size instead of the one in its header.
    if (cutOff) database.exec("PRAGMA writable_schema = ON");
    if (pragma(database, "application_id") !== format.applicationId) throw refused("foreign");
    if (pragma(database, "user_version") > format.version) throw refused("newer");
    prepare?.(database);
  } catch (error) {
    database.close();
    throw (sqliteFault(error) === "busy" ? refusedLocks(dirname(path), error) : undefined) ?? error;
  }
  return database;
}

/** The value of a numeric pragma. */
export function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

/**
 * Whether the file ends before its last page does. SQLite reads missing pages as zeros, so their content would be
 * lost silently. With a -wal file next to it, that file has what is missing.
 */
function isCutOff(location: string | URL): boolean {
  const path = typeof location === "string" ? location : fileURLToPath(location);
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return false;
  const header = Buffer.alloc(headerBytes);
  const file = openSync(path, "r");
  try {
    const read = readSync(file, header, 0, headerBytes, 0);
    if (header.toString("latin1", 0, 15) !== "SQLite format 3") return false;
    if (read < headerBytes) return true;
    const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
    return isCounted && fstatSync(file).size < header.readUInt32BE(28) * pageBytes;
  } finally {
    closeSync(file);
  }
}

/** Source: https://www.sqlite.org/fileformat.html, "The Database Header". */
const headerBytes = 100;
