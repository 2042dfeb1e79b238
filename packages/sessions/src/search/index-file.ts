import { inodeOf } from "../inode.ts";
import { existsSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { createPrivateFile, fileFault, makePrivateFolder, isMissing } from "@skein/platform/files";
import { emptyStore, pragma, RefusedLocksError, sqliteFault, statementsOf } from "@skein/platform/sqlite";
import { ConfigError } from "@skein/protocol";

/** "SKEX" in ASCII: the application id of an index. */
const applicationId = 0x534b4558;
/** Version of the schema and of how words are split. An index of another version is rebuilt. */
const version = 1;

/**
 * `words` is contentless: its input is derived again from `documents.text`. Its tokens are separated by blanks only,
 * because they are split and folded before. Deleted words are overwritten, so that scrubbed content is erased here
 * too.
 */
const schema = `
  CREATE TABLE sessions(
    id INTEGER PRIMARY KEY, session TEXT NOT NULL UNIQUE, cwd TEXT NOT NULL DEFAULT '', last INTEGER NOT NULL DEFAULT 0,
    clean INTEGER NOT NULL, parent TEXT, firstOwn INTEGER NOT NULL DEFAULT 1
  );
  CREATE TABLE documents(
    id INTEGER PRIMARY KEY, session INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL,
    role TEXT NOT NULL, text TEXT NOT NULL
  );
  CREATE INDEX documentsOfSession ON documents(session, seq);
  CREATE UNIQUE INDEX filesOfSession ON documents(session, text) WHERE role = 'file';
  CREATE TABLE rewinds(session INTEGER NOT NULL, seq INTEGER NOT NULL, target INTEGER NOT NULL, PRIMARY KEY(session, seq))
    WITHOUT ROWID;
  CREATE TABLE rewound(session INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL);
  CREATE INDEX rewoundOfSession ON rewound(session);
  CREATE TABLE about(settings TEXT NOT NULL);
  CREATE VIRTUAL TABLE words USING fts5(parts, joined, content='', tokenize='ascii');
  INSERT INTO words(words, rank) VALUES('secure-delete', 1);
`;

export interface IndexFile {
  /** Prepares each statement once. */
  statement(sql: string): StatementSync;
  all(sql: string, ...values: readonly SQLInputValue[]): readonly object[];
  get(sql: string, ...values: readonly SQLInputValue[]): object | undefined;
  run(sql: string, ...values: readonly SQLInputValue[]): void;
  /** Runs a transaction. Waits for another process's transaction to end. */
  write<Result>(work: () => Result): Result;
  /** Whether the file is still the one at its path: another process may have rebuilt it. */
  isCurrent(): boolean;
  /** Erases deleted content from the files. */
  settle(): void;
  close(): void;
}

/**
 * Opens the index, or creates a new one if it is missing, damaged or of another version.
 *
 * @param path - `:memory:` for a private one.
 */
export function openIndexFile(path: string, settings: string): IndexFile {
  try {
    return opened(path, settings);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    removeIndexFile(path);
    return opened(path, settings);
  }
}

export function removeIndexFile(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
}

/** SQLITE_CORRUPT, SQLITE_NOTADB, and the errors caused by an unexpected schema (SQLITE_ERROR, SQLITE_MISMATCH). */
const unusableCodes = [1, 11, 20, 26];

export function isUnusable(error: unknown): boolean {
  if (error instanceof OtherIndex) return true;
  return (
    error instanceof Error &&
    "errcode" in error &&
    typeof error.errcode === "number" &&
    unusableCodes.includes(error.errcode & 0xff)
  );
}

/** Whether an error means that the index can be neither created nor written at its path. */
export function cannotBeWritten(error: unknown): boolean {
  if (error instanceof RefusedLocksError) return true;
  // Below /proc nothing can be created.
  return isMissing(error) || writeFaults.has(sqliteFault(error) ?? fileFault(error) ?? "other");
}

const writeFaults: ReadonlySet<string> = new Set(["full", "read-only", "failed-write", "too-large"]);

/** Created by another version, or with other settings. */
class OtherIndex extends Error {}

function opened(path: string, settings: string): IndexFile {
  if (path === ":memory:") return indexInMemory(settings);
  makeIndexFile(path, settings);
  const inode = inodeOf(path); // before it is opened: a later file of this name is then recognised as another one
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    if (
      pragma(database, "application_id") !== applicationId &&
      database.prepare("SELECT 1 FROM sqlite_schema").get()
    )
      throw notAnIndex(path);
    const isFit =
      pragma(database, "user_version") === version &&
      database.prepare("SELECT settings FROM about").get()?.["settings"] === settings;
    if (!isFit) throw new OtherIndex();
    database.exec("PRAGMA secure_delete = ON; PRAGMA synchronous = NORMAL;");
    return indexFile(database, () => inodeOf(path) === inode);
  } catch (error) {
    database.close();
    throw error;
  }
}

function indexInMemory(settings: string): IndexFile {
  const database = new DatabaseSync(":memory:");
  database.exec(schemaWith(settings));
  return indexFile(database, () => true);
}

/** Created atomically: another process must not see half of it. */
function makeIndexFile(path: string, settings: string): void {
  if (existsSync(path)) return;
  makePrivateFolder(dirname(path));
  // As private as the sessions. SQLite gives the files next to it the same mode.
  createPrivateFile(path, emptyStore({ applicationId, version, schema: schemaWith(settings) }));
}

function schemaWith(settings: string): string {
  return `${schema} INSERT INTO about VALUES ('${settings.replaceAll("'", "''")}');`;
}

/** A wrong path must not destroy other data. */
function notAnIndex(path: string): ConfigError {
  return new ConfigError("usage", `${path} is a database of another program, not a search index.`, {
    hint: "Choose another file.",
  });
}

function indexFile(database: DatabaseSync, isCurrent: () => boolean): IndexFile {
  const { statement, transact } = statementsOf(database);
  return {
    statement,
    all: (sql, ...values) => statement(sql).all(...values),
    get: (sql, ...values) => statement(sql).get(...values),
    run(sql, ...values) {
      statement(sql).run(...values);
    },
    write: transact,
    isCurrent,
    settle() {
      database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    },
    close() {
      database.close();
    },
  };
}
