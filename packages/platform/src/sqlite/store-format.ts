import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

/** Identifies the SQLite files of one kind of store. */
export interface StoreFormat {
  /** 32 bits, stored in the file's header. */
  readonly applicationId: number;
  /** Schema version; a file with a higher one is not opened. */
  readonly version: number;
  /** SQL that creates the tables of this version. */
  readonly schema: string;
  /** Page size of new files in bytes: a power of 2. Default SQLite's own, 4,096. */
  readonly pageBytes?: number;
}

/** Offsets of the journal mode in the header; 2 is WAL. Source: sqlite.org/fileformat.html 1.3.3 */
const modeOffsets = [18, 19];

/**
 * The bytes of an empty store, already in WAL mode, so that processes need not coordinate who creates it. Written in
 * one go they cost one fsync; creating the tables and switching the mode in the file itself would cost five.
 */
export function emptyStore({ applicationId, version, schema, pageBytes }: StoreFormat): Uint8Array {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(":memory:");
  try {
    if (pageBytes !== undefined) database.exec(`PRAGMA page_size = ${pageBytes}`);
    database.exec(`${schema}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version};`);
    const bytes = bytesOf(database);
    for (const offset of modeOffsets) bytes[offset] = 2;
    return bytes;
  } finally {
    database.close();
  }
}

/** The bytes of a database in memory. */
export function bytesOf(
  database: Pick<DatabaseSync, "prepare"> & Partial<Pick<DatabaseSync, "serialize">>,
): Uint8Array {
  // Missing in Node 24.14 and before.
  if (database.serialize) return database.serialize();
  const folder = mkdtempSync(join(tmpdir(), "skein-store-"));
  try {
    const file = join(folder, "store");
    database.prepare("VACUUM INTO ?").run(file);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
