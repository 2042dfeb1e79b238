import { DatabaseSync } from "node:sqlite";
import type { EntryKind } from "@skein/protocol";
import { checksum, type EntryRow } from "./rows.ts";

/** "SKEI" in ASCII: tells a journal from any other SQLite file. */
export const applicationId = 0x534b4549;
export const schemaVersion = 2;

/** Kinds that are found without reading the entries between them: what lists, views and resuming need. */
const landmarks = [
  "session-start",
  "settings",
  "run-start",
  "outcome",
  "context",
  "queued",
  "user-message",
  "assistant-message",
  "tool-intent",
  "checkpoint",
  "rewind",
  "compaction",
  "elision",
  "child",
  "extension-state",
  "name",
  "scrub",
] as const satisfies readonly EntryKind[];

export function isLandmark(kind: string): boolean {
  return (landmarks as readonly string[]).includes(kind);
}

/**
 * The conditions are spelled with OR because SQLite does not see that `kind = 'x'` implies `kind IN ('x', …)`. The
 * costs of a session are added up from their index alone.
 */
const indexes = `
  CREATE INDEX landmarks ON entries(kind, seq) WHERE ${landmarks.map((kind) => `kind = '${kind}'`).join(" OR ")};
  CREATE INDEX costs ON entries(kind, seq, json_extract(body, '$.costUsd'))
    WHERE kind = 'model-request' OR kind = 'model-result';
`;

const schema = `
  CREATE TABLE entries(
    seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, at INTEGER NOT NULL, run TEXT, v INTEGER NOT NULL, body TEXT NOT NULL,
    crc INTEGER
  );
  ${indexes}
  CREATE TABLE blobs(hash TEXT PRIMARY KEY, bytes BLOB NOT NULL);
  CREATE TABLE lease(
    id INTEGER PRIMARY KEY CHECK (id = 1), token TEXT NOT NULL, owner TEXT NOT NULL, pid INTEGER NOT NULL,
    started TEXT, host TEXT NOT NULL, boot TEXT, pid_space TEXT, since INTEGER NOT NULL, expires INTEGER NOT NULL,
    renewed INTEGER
  );
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`;

/**
 * Lifts a file of the first version, in one transaction. Its entries get their checksums as they are found; before that,
 * damage to them could not be seen.
 */
export function migrate(database: DatabaseSync): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    const version = database.prepare("PRAGMA user_version").get()?.["user_version"];
    if (version === 1) lift(database); // unless another process was faster
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function lift(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE entries ADD COLUMN crc INTEGER;
    ALTER TABLE lease ADD COLUMN renewed INTEGER;
    DROP INDEX landmarks;
    ${indexes}
    PRAGMA user_version = ${schemaVersion};
  `);
  const next = database.prepare("SELECT * FROM entries WHERE seq > ? ORDER BY seq LIMIT 1");
  const update = database.prepare("UPDATE entries SET crc = ? WHERE seq = ?");
  for (let row = next.get(0); row; row = next.get(Number(row["seq"]))) {
    const entry = row as unknown as EntryRow;
    update.run(checksum(entry), entry.seq);
  }
}

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
