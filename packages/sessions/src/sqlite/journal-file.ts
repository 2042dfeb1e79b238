import { randomBytes } from "node:crypto";
import { accessSync, constants, linkSync, renameSync, rmSync, statSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { SessionError } from "@skein/protocol";
import { makePrivateFolder, syncFolder, writePrivateFile } from "../private-files.ts";
import { damaged } from "../store-errors.ts";
import { applicationId, migrate, schemaVersion } from "./schema.ts";

/** How long SQLite waits for another process's transaction, in milliseconds. */
const busyTimeoutMs = 5000;

/** One session's file, open. Everything done with it happens within one tick, so it may be closed between two. */
export interface JournalFile {
  readonly database: DatabaseSync;
  /** A look at the file as it was when it was opened: to be closed soon. */
  readonly isImmutable: boolean;
  /** Not in a file of the first version, which is only looked at before it is lifted. */
  readonly hasChecksums: boolean;
  /** Which file its name meant when it was opened. */
  readonly inode: number;
  /** Runs `work` in a transaction. With `durable`, what it wrote is on disk when this returns. */
  write<Result>(durable: boolean, work: () => Result): Result;
  /** A statement of this file, prepared once. */
  statement(sql: string): StatementSync;
}

export interface OpenOptions {
  readonly session: string;
  /** Bytes this file may have; unlimited when left out. */
  readonly maxBytes?: number | undefined;
  /**
   * For a look at a file that nobody has open: no locks, no side files. Never for one that this process has open: by
   * POSIX, closing it again would drop the locks that the other connection relies on.
   */
  readonly immutable?: boolean;
}

/** @returns `undefined` when there is no such file. */
export function openJournalFile(path: string, options: OpenOptions): JournalFile | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  // Our files are never empty. SQLite would take an empty one for a new one and delete the -wal file beside it.
  if (stats.size === 0) throw damaged(options.session, "its file is empty");
  if (options.immutable) return open(path, options);
  try {
    return open(path, options);
  } catch (error) {
    // Where nothing can be written, SQLite cannot make its side files; without entries in them it needs none.
    if (isWritable(dirname(path)) || hasLog(path)) throw error;
    return open(path, { ...options, immutable: true });
  }
}

/** Whether there are entries that have not been moved from the -wal file to the journal's own. */
function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function open(path: string, options: OpenOptions): JournalFile {
  const isImmutable = options.immutable ?? false;
  const url = pathToFileURL(path);
  url.search = isImmutable ? "mode=ro&immutable=1" : "mode=rw"; // never `rwc`: a file that was removed stays removed
  const inode = statSync(path).ino; // before it is opened: a later file of this name is then taken for another one
  const database = new DatabaseSync(url, { timeout: busyTimeoutMs });
  try {
    checkOwnership(database, options.session);
    if (!isImmutable) {
      database.exec("PRAGMA synchronous = FULL");
      if (pragma(database, "user_version") < schemaVersion) migrate(database);
    }
    limitSize(database, options.maxBytes);
  } catch (error) {
    database.close();
    throw error;
  }
  return journalFile(database, isImmutable, inode);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function journalFile(database: DatabaseSync, isImmutable: boolean, inode: number): JournalFile {
  const hasChecksums = pragma(database, "user_version") > 1;
  const statements = new Map<string, StatementSync>();
  let isDurable = true;

  function statement(sql: string): StatementSync {
    let prepared = statements.get(sql);
    if (!prepared) statements.set(sql, (prepared = database.prepare(sql)));
    return prepared;
  }

  return {
    database,
    isImmutable,
    hasChecksums,
    inode,
    statement,
    write(durable, work) {
      if (durable !== isDurable) database.exec(`PRAGMA synchronous = ${durable ? "FULL" : "NORMAL"}`);
      isDurable = durable;
      statement("BEGIN IMMEDIATE").run();
      try {
        const result = work();
        statement("COMMIT").run();
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    },
  };
}

function checkOwnership(database: DatabaseSync, session: string): void {
  const application = pragma(database, "application_id");
  if (application !== applicationId) throw damaged(session, "its file is not a journal of Skein");
  const version = pragma(database, "user_version");
  if (version > schemaVersion) {
    throw new SessionError("damaged", `Session ${session} was written by a newer version of Skein.`, {
      hint: "Update Skein to open it.",
    });
  }
}

function limitSize(database: DatabaseSync, maxBytes: number | undefined): void {
  if (maxBytes === undefined) return;
  database.exec(
    `PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / pragma(database, "page_size")))}`,
  );
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

/**
 * Puts an empty journal at `path` unless one is there. It appears whole or not at all, readable by its owner alone
 * whatever the umask; SQLite gives its side files the same rights.
 *
 * @param empty - the bytes of `emptyJournal`.
 */
export function createJournalFile(path: string, empty: Uint8Array): void {
  const folder = dirname(path);
  makePrivateFolder(folder);
  const fresh = join(folder, `journal.${randomBytes(6).toString("hex")}.new`);
  try {
    writePrivateFile(fresh, empty, true);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  putInPlace(fresh, path);
  syncFolder(dirname(folder)); // SQLite does the same for the session's own folder with its first commit
}

/** A link never replaces: of two processes that make the same session, both end up with one file. */
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
