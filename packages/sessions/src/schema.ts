import { DatabaseSync } from "node:sqlite";

/** "SKEI" in ASCII: tells a journal from any other SQLite file. */
export const applicationId = 0x534b4549;
export const schemaVersion = 1;

/**
 * `landmarks` lets a list line be read without walking through the whole session. Its condition is spelled with OR
 * because SQLite does not see that `kind = 'x'` implies `kind IN ('x', …)`.
 */
const schema = `
  CREATE TABLE entries(
    seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, at INTEGER NOT NULL, run TEXT, v INTEGER NOT NULL, body TEXT NOT NULL
  );
  CREATE INDEX landmarks ON entries(kind, seq)
    WHERE kind = 'settings' OR kind = 'user-message' OR kind = 'assistant-message' OR kind = 'run-start'
    OR kind = 'outcome';
  CREATE TABLE blobs(hash TEXT PRIMARY KEY, bytes BLOB NOT NULL);
  CREATE TABLE lease(
    id INTEGER PRIMARY KEY CHECK (id = 1), token TEXT NOT NULL, owner TEXT NOT NULL, pid INTEGER NOT NULL,
    started TEXT, host TEXT NOT NULL, boot TEXT, pid_space TEXT, since INTEGER NOT NULL, expires INTEGER NOT NULL
  );
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`;

/** Offsets in the header that say which journal mode a file is in; 2 is WAL. Source: sqlite.org/fileformat.html 1.3.3 */
const modeOffsets = [18, 19];

/**
 * The bytes of an empty journal, already in WAL mode. Written as a whole they cost one fsync, where switching the mode
 * and making the tables in the file itself would cost five.
 */
export function emptyJournal(): Uint8Array {
  const database = new DatabaseSync(":memory:");
  try {
    database.exec(schema);
    const bytes = database.serialize();
    for (const offset of modeOffsets) bytes[offset] = 2;
    return bytes;
  } finally {
    database.close();
  }
}
