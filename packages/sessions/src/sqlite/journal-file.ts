import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { createPrivateFile, makePrivateFolder } from "@skein/platform/files";
import { openSqlite, pragma, statementsOf, type OpenRefusal } from "@skein/platform/sqlite";
import { SessionError } from "@skein/protocol";
import { damaged } from "../store-errors.ts";
import { syncFolder } from "../sync-folder.ts";
import { journalFormat, migrate } from "./schema.ts";

/** The open file of one session. Every use completes within one tick, so it may be closed between two. */
export interface JournalFile {
  readonly database: DatabaseSync;
  readonly path: string;
  /** Read-only, as the file was when it was opened: to be closed soon. */
  readonly isImmutable: boolean;
  /** Missing in files of the first version, which are only read until they are upgraded. */
  readonly hasChecksums: boolean;
  /** Identifies the file that its name referred to when it was opened. */
  readonly inode: number;
  /**
   * Runs `work` in a transaction. With `durable`, what it and everything before it wrote is on disk when this returns.
   */
  write<Result>(durable: boolean, work: () => Result): Result;
  /** A prepared statement of this file. */
  statement(sql: string): StatementSync;
  close(): void;
}

/** Pages in the log above which SQLite moves them to the file; its own default. */
const checkpointPages = 1000;

export interface OpenOptions {
  readonly session: string;
  /** Maximum size of this file in bytes. Default: unlimited. */
  readonly maxBytes?: number | undefined;
  /**
   * For reading a file that no process has open: no locks, no side files. Never for a file that this process has
   * open: by POSIX, closing it again would drop the locks of the other connection.
   */
  readonly immutable?: boolean;
  /** The file may be truncated: what comes before the cut can be read. Only for reading. */
  readonly cutOff?: boolean;
}

/** @returns `undefined` when there is no such file. */
export function openJournalFile(path: string, options: OpenOptions): JournalFile | undefined {
  if (!statSync(path, { throwIfNoEntry: false })) return undefined;
  if (options.immutable) return open(path, options);
  try {
    return open(path, options);
  } catch (error) {
    // On a read-only disk SQLite cannot create its side files; without entries in them it does not need any.
    if (isWritable(dirname(path)) || hasLog(path)) throw error;
    return open(path, { ...options, immutable: true });
  }
}

/** Whether there are entries that are still in the -wal file. */
function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function open(path: string, options: OpenOptions): JournalFile {
  const isImmutable = options.immutable ?? false;
  const url = pathToFileURL(path);
  url.search = isImmutable ? "mode=ro&immutable=1" : "mode=rw"; // never `rwc`: a removed file must stay removed
  const inode = statSync(path).ino; // before it is opened: a later file of this name is then recognised as another one
  const database = openSqlite(url, {
    format: journalFormat,
    cutOff: options.cutOff ?? false,
    refused: (why) => refused(why, options.session),
    prepare(opened) {
      if (!isImmutable && pragma(opened, "user_version") < journalFormat.version) migrate(opened);
      limitSize(opened, options.maxBytes);
    },
  });
  return journalFile(path, database, { isImmutable, inode });
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

type Synchronous = "OFF" | "NORMAL" | "FULL";

function journalFile(
  path: string,
  database: DatabaseSync,
  { isImmutable, inode }: Pick<JournalFile, "isImmutable" | "inode">,
): JournalFile {
  const hasChecksums = pragma(database, "user_version") > 1;
  const { statement, transact } = statementsOf(database);
  let synchronous: Synchronous | undefined;
  /** Whether anything that was written through this connection had to be on disk. */
  let isDurable = false;

  function setSynchronous(wanted: Synchronous): void {
    if (wanted === synchronous) return;
    // What is moved out of the log must be on disk there first.
    if (wanted === "OFF") database.exec("PRAGMA wal_autocheckpoint = 0");
    else if (synchronous === "OFF") database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
    database.exec(`PRAGMA synchronous = ${wanted}`);
    synchronous = wanted;
  }

  /** The log is flushed with the first durable write, and its folder with it; the name of that folder is not. */
  function makeDurable(): void {
    if (isDurable) return;
    syncFolder(dirname(dirname(path)));
    isDurable = true;
  }

  return {
    database,
    path,
    isImmutable,
    hasChecksums,
    inode,
    statement,
    write(durable, work) {
      if (durable) makeDurable();
      setSynchronous(durable ? "FULL" : isDurable ? "NORMAL" : "OFF");
      return transact(work);
    },
    close() {
      try {
        if (synchronous !== "OFF") return;
        setSynchronous("NORMAL"); // closing moves everything out of the log
        if (existsSync(path)) makeDurable();
      } finally {
        database.close();
      }
    },
  };
}

function refused(why: OpenRefusal, session: string): SessionError {
  switch (why) {
    case "empty":
      return damaged(session, "its file is empty");
    case "cut-off":
      return damaged(session, "its file was cut off");
    case "foreign":
      return damaged(session, "its file is not a journal of Skein");
    case "newer":
      return new SessionError("damaged", `Session ${session} was written by a newer version of Skein.`, {
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

/**
 * Creates an empty journal at `path` unless one exists. It appears atomically, readable by its owner only, whatever
 * the umask; SQLite gives its side files the same mode. Its content is on disk; its name is with the first durable
 * write.
 *
 * @param empty - the bytes of an empty journal.
 */
export function createJournalFile(path: string, empty: Uint8Array): void {
  const folder = dirname(path);
  makePrivateFolder(folder);
  createPrivateFile(path, empty);
}
