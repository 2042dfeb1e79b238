import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { makeFolders } from "@skein/platform/folders";
import { createPrivateFile, makePrivateFolder } from "@skein/platform/files";
import { emptyStore, openSqlite, type OpenRefusal, type StoreFormat } from "@skein/platform/sqlite";
import { damaged } from "./store-errors.ts";

/**
 * `objects` has contents, link targets, rules and trees, each once; `packing` says how `bytes` are encoded. `folders`
 * is the stat cache: the state of a folder when its tree was built. `generation` counts deletions, so that a capture
 * notices when what it refers to may be gone.
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

/** A checkpoint store. Its application id is "SKCP" in ASCII. */
const format: StoreFormat = { applicationId: 0x534b4350, version: 1, schema };

const refusals: Readonly<Record<OpenRefusal, string>> = {
  empty: "its file is empty",
  "cut-off": "its file was cut off",
  foreign: "its file is not a store of checkpoints",
  newer: "it was written by a newer version of Skein",
};

/** Opens the store of a folder; creates both, accessible to the owner only, if they do not exist. */
export function openStoreFile(folder: string): DatabaseSync {
  const path = join(folder, "checkpoints.db");
  if (!existsSync(path)) createStoreFile(path);
  return openSqlite(path, {
    format,
    refused: (why) => damaged(folder, refusals[why]),
    prepare: (database) => database.exec("PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON"),
  });
}

/** Parent folders get the umask's permissions: they may be the user's own. */
function createStoreFile(path: string): void {
  const folder = dirname(path);
  makeFolders(dirname(folder));
  makePrivateFolder(folder);
  createPrivateFile(path, emptyStore(format));
}
