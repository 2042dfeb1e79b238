import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import {
  createPrivateFile,
  emptyStore,
  openSqlite,
  type OpenRefusal,
  type StoreFormat,
} from "@skein/local-store";
import { damaged } from "./store-errors.ts";

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
`;

/** A store of checkpoints. Its id is "SKCP" in ASCII. */
const format: StoreFormat = { applicationId: 0x534b4350, version: 1, schema };

const refusals: Readonly<Record<OpenRefusal, string>> = {
  empty: "its file is empty",
  "cut-off": "its file was cut off",
  foreign: "its file is not a store of checkpoints",
  newer: "it was written by a newer version of Skein",
};

/** Opens the store of a folder; makes both, for their owner alone, when they are not there. */
export function openStoreFile(folder: string): DatabaseSync {
  const path = join(folder, "checkpoints.db");
  if (!existsSync(path)) createStoreFile(path);
  return openSqlite(path, {
    format,
    refused: (why) => damaged(folder, refusals[why]),
    prepare: (database) => database.exec("PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON"),
  });
}

/** The folders above stay open to whom the umask lets in: they may be the user's own. */
function createStoreFile(path: string): void {
  const folder = dirname(path);
  mkdirSync(dirname(folder), { recursive: true });
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(folder, 0o700);
  createPrivateFile(path, emptyStore(format));
}
