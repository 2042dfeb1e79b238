import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import type { StoreFormat } from "./store-format.ts";

/** How long SQLite waits for another process's transaction, in milliseconds. */
const busyTimeoutMs = 5000;

/** Why a file is not opened: it has no bytes, ends too early, is something else, or is of a later version of its format. */
export type OpenRefusal = "empty" | "cut-off" | "foreign" | "newer";

export interface OpenSqliteOptions {
  readonly format: StoreFormat;
  /** What is thrown, in the words of the store. */
  readonly refused: (why: OpenRefusal) => Error;
  /** Sets the connection up; when it throws, the file is closed again. */
  readonly prepare?: (database: DatabaseSync) => void;
  /**
   * Opens a file that is shorter than it says it is: what was cut off cannot be read, the rest can. Only for an address
   * that is read-only. Default false: such a file is not opened.
   */
  readonly cutOff?: boolean;
}

/**
 * Opens the file of a store. One that is refused keeps what it holds.
 *
 * @param location - of a file that is there. An address (`file:`) may hold SQLite's own parameters.
 */
export function openSqlite(
  location: string | URL,
  { format, refused, prepare, cutOff = false }: OpenSqliteOptions,
): DatabaseSync {
  // A store is never empty. SQLite would take an empty file for a new one and delete the -wal file beside it.
  if (statSync(location).size === 0) throw refused("empty");
  if (!cutOff && isCutOff(location)) throw refused("cut-off");
  const database = new DatabaseSync(location, {
    timeout: busyTimeoutMs,
    ...(cutOff && { defensive: false }),
  });
  try {
    // The one setting with which SQLite goes by the size of the file and not by what its first page says.
    if (cutOff) database.exec("PRAGMA writable_schema = ON");
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

/**
 * Whether the file ends before its last page does. SQLite takes what is missing of a page for zeros, so what was in it
 * would be gone without a word. With a log beside it, the log has what the file lacks.
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
