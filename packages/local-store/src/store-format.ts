import { DatabaseSync } from "node:sqlite";

/** What tells the SQLite files of one kind of store from all others. */
export interface StoreFormat {
  /** 32 bits, kept in the header of the file. */
  readonly applicationId: number;
  /** Of the tables; one that is higher is not opened. */
  readonly version: number;
  /** SQL that makes the tables of this version. */
  readonly schema: string;
  /** Bytes of a page of new files: a power of 2. Default SQLite's own, 4,096. */
  readonly pageBytes?: number;
}

/** Offsets in the header that say which journal mode a file is in; 2 is WAL. Source: sqlite.org/fileformat.html 1.3.3 */
const modeOffsets = [18, 19];

/**
 * The bytes of an empty store, already in WAL mode: processes that meet at a new file need not agree who makes it. Written
 * as a whole they cost one fsync, where switching the mode and making the tables in the file itself would cost five.
 */
export function emptyStore({ applicationId, version, schema, pageBytes }: StoreFormat): Uint8Array {
  const database = new DatabaseSync(":memory:");
  try {
    if (pageBytes !== undefined) database.exec(`PRAGMA page_size = ${pageBytes}`);
    database.exec(`${schema}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version};`);
    const bytes = database.serialize();
    for (const offset of modeOffsets) bytes[offset] = 2;
    return bytes;
  } finally {
    database.close();
  }
}
