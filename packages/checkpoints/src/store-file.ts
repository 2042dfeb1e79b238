import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
} from "node:fs";
import { renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { damaged } from "./store-errors.ts";

/** "SKCP" in ASCII: tells a store of checkpoints from any other SQLite file. */
const applicationId = 0x534b4350;
const schemaVersion = 1;
/** How long SQLite waits for another process's transaction, in milliseconds. Ours take a few. */
const busyTimeoutMs = 5000;

/**
 * `objects` holds contents, link targets, rules and trees, each once; `packing` says how `bytes` are to be read.
 * `folders` is the stat cache: what a folder looked like when its tree was made. `generation` counts the rounds of
 * deleting, so that a capture notices when what it relies on may be gone.
 */
const schema = `
  PRAGMA page_size = 8192;
  PRAGMA auto_vacuum = INCREMENTAL;
  CREATE TABLE objects(
    id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, size INTEGER NOT NULL, packing INTEGER NOT NULL,
    bytes BLOB NOT NULL
  );
  CREATE TABLE snapshots(seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, body TEXT NOT NULL);
  CREATE TABLE roots(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
  CREATE TABLE folders(
    id INTEGER PRIMARY KEY, root INTEGER NOT NULL, path TEXT NOT NULL, listing TEXT NOT NULL, rules TEXT NOT NULL,
    names TEXT NOT NULL, stats BLOB NOT NULL, children TEXT NOT NULL, tree TEXT NOT NULL, clean INTEGER NOT NULL,
    files INTEGER NOT NULL, bytes INTEGER NOT NULL, UNIQUE(root, path)
  );
  CREATE TABLE generation(number INTEGER NOT NULL);
  INSERT INTO generation VALUES (0);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`;

/** Offsets in the header that say which journal mode a file is in; 2 is WAL. Source: sqlite.org/fileformat.html 1.3.3 */
const modeOffsets = [18, 19];

/** Opens the store of a folder; makes both, for their owner alone, when they are not there. */
export function openStoreFile(folder: string): DatabaseSync {
  const path = join(folder, "checkpoints.db");
  if (!existsSync(path)) createStoreFile(path);
  // Ours is never empty. SQLite would take an empty one for a new one and delete the -wal file beside it.
  if (statSync(path).size === 0) throw damaged(folder, "its file is empty");
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    if (pragma(database, "application_id") !== applicationId) {
      throw damaged(folder, "its file is not a store of checkpoints");
    }
    if (pragma(database, "user_version") > schemaVersion) {
      throw damaged(folder, "it was written by a newer version of Skein");
    }
    database.exec("PRAGMA synchronous = NORMAL");
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

export function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

/** It appears whole or not at all, whoever else makes it at the same time. */
function createStoreFile(path: string): void {
  const folder = dirname(path);
  mkdirSync(dirname(folder), { recursive: true });
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(folder, 0o700);
  const fresh = `${path}.${randomBytes(6).toString("hex")}.new`;
  const descriptor = openSync(fresh, "wx", 0o600);
  try {
    fchmodSync(descriptor, 0o600); // whatever the umask; SQLite gives its side files the same rights
    writeFileSync(descriptor, emptyStore());
    fsyncSync(descriptor);
  } catch (error) {
    unlinkSync(fresh);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  putInPlace(fresh, path);
}

/** A link never replaces: of two processes that make the same store, both end up with one file. */
function putInPlace(fresh: string, path: string): void {
  try {
    linkSync(fresh, path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS") return renameSync(fresh, path); // no links here
    if (code !== "EEXIST") throw error;
  }
  unlinkSync(fresh);
}

/** Already in WAL mode: switching it in the file itself would race with other processes. */
function emptyStore(): Uint8Array {
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
