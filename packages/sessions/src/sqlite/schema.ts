import type { DatabaseSync } from "node:sqlite";
import { pragma, statementsOf, type StoreFormat } from "@skein/platform/sqlite";
import type { EntryKind } from "@skein/protocol";
import { checksum, type EntryRow } from "../rows.ts";

const version = 2;

/** Kinds that can be found without reading the entries between them: for lists, views and resuming. */
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
 * The conditions use OR because SQLite does not see that `kind = 'x'` implies `kind IN ('x', …)`. The cost of a
 * session is summed from its index alone.
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
`;

/**
 * Small, so that the first entries come early and little is lost with a page: a truncated file can be read nearly up
 * to the cut.
 */
const pageBytes = 1024;

/** A session journal. Its application id is "SKEI" in ASCII. */
export const journalFormat: StoreFormat = { applicationId: 0x534b4549, version, schema, pageBytes };

/**
 * Upgrades a file of the first version in one transaction. Its entries get checksums as they are; earlier damage
 * cannot be detected.
 */
export function migrate(database: DatabaseSync): void {
  statementsOf(database).transact(() => {
    if (pragma(database, "user_version") === 1) lift(database); // unless another process was faster
  });
}

function lift(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE entries ADD COLUMN crc INTEGER;
    ALTER TABLE lease ADD COLUMN renewed INTEGER;
    DROP INDEX landmarks;
    ${indexes}
    PRAGMA user_version = ${version};
  `);
  const next = database.prepare("SELECT * FROM entries WHERE seq > ? ORDER BY seq LIMIT 1");
  const update = database.prepare("UPDATE entries SET crc = ? WHERE seq = ?");
  for (let row = next.get(0); row; row = next.get(Number(row["seq"]))) {
    const entry = row as unknown as EntryRow;
    update.run(checksum(entry), entry.seq);
  }
}
