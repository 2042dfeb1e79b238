import { inodeOf } from "../inode.ts";
import { join } from "node:path";
import { emptyStore } from "@skein/platform/sqlite";
import { SessionError } from "@skein/protocol";
import { storeError } from "../store-errors.ts";
import { createJournalFile, openJournalFile, type JournalFile } from "./journal-file.ts";
import { journalFormat } from "./schema.ts";

/** Maximum number of open files; the least recently used one is closed first. */
const maxOpen = 64;

export interface OpenFiles {
  /** Runs `work` with the session's file; `undefined` when it has none. */
  withFile<Result>(session: string, work: (file: JournalFile) => Result): Result | undefined;
  /** The same for reading: a truncated file is opened too, and can be read up to the cut. */
  withReadable<Result>(session: string, work: (file: JournalFile) => Result): Result | undefined;
  /** The same, creating the file if it does not exist. */
  withNewFile<Result>(session: string, work: (file: JournalFile) => Result): Result;
  /** Closes the session's file, if it is open. */
  drop(session: string): void;
  close(): void;
}

export function openFiles(folder: string, maxBytes: number | undefined): OpenFiles {
  const files = new Map<string, JournalFile>();
  let empty: Uint8Array | undefined;

  function drop(session: string): void {
    files.get(session)?.close();
    files.delete(session);
  }

  function open(session: string): JournalFile | undefined {
    const path = journalPath(folder, session);
    // Another process may have removed the session: what is written to its old file would be lost.
    if (files.has(session) && inodeOf(path) !== files.get(session)?.inode) drop(session);
    const file = files.get(session) ?? openJournalFile(path, { session, maxBytes });
    if (!file || file.isImmutable) return file;
    files.delete(session);
    files.set(session, file);
    for (const [oldest, unused] of files) {
      if (files.size <= maxOpen) break;
      files.delete(oldest);
      unused.close();
    }
    return file;
  }

  function openReadable(session: string): JournalFile | undefined {
    try {
      return open(session);
    } catch (error) {
      const problem = storeError(error, session);
      if (!SessionError.is(problem) || problem.code !== "damaged") throw error;
      return openJournalFile(journalPath(folder, session), { session, immutable: true, cutOff: true });
    }
  }

  function used<Result>(file: JournalFile, work: (file: JournalFile) => Result): Result {
    try {
      return work(file);
    } finally {
      if (file.isImmutable) file.close();
    }
  }

  return {
    withFile(session, work) {
      const file = open(session);
      return file && used(file, work);
    },
    withReadable(session, work) {
      const file = openReadable(session);
      return file && used(file, work);
    },
    withNewFile(session, work) {
      let file = open(session);
      if (!file) {
        createJournalFile(journalPath(folder, session), (empty ??= emptyStore(journalFormat)));
        file = open(session);
      }
      if (!file) throw new Error(`${journalPath(folder, session)} was removed while it was being created.`);
      return used(file, work);
    },
    drop,
    close() {
      for (const file of files.values()) file.close();
      files.clear();
    },
  };
}

export function journalPath(folder: string, session: string): string {
  return join(folder, session, "journal.db");
}
