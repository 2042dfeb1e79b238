import { join } from "node:path";
import { checkSessionId } from "@skein/protocol";
import { createJournalFile, openJournalFile, type JournalFile } from "./journal-file.ts";
import { emptyJournal } from "./schema.ts";
import { storeError } from "./store-errors.ts";

/** Files kept open; the one that was used longest ago is closed for the next. */
const maxOpen = 64;

export interface OpenFiles {
  /** Runs `work` with the session's file; `undefined` when it has none. Throws `SessionError`. */
  withFile<Result>(session: string, work: (file: JournalFile) => Result): Result | undefined;
  /** The same, making the file when there is none. */
  withNewFile<Result>(session: string, work: (file: JournalFile) => Result): Result;
  close(): void;
}

export function openFiles(folder: string, maxBytes: number | undefined): OpenFiles {
  const files = new Map<string, JournalFile>();
  let empty: Uint8Array | undefined;

  function open(session: string): JournalFile | undefined {
    const file = files.get(session) ?? openJournalFile(journalPath(folder, session), { session, maxBytes });
    if (!file || file.isImmutable) return file;
    files.delete(session);
    files.set(session, file);
    for (const [oldest, { database }] of files) {
      if (files.size <= maxOpen) break;
      files.delete(oldest);
      database.close();
    }
    return file;
  }

  function guarded<Result>(session: string, work: () => Result): Result {
    checkSessionId(session);
    try {
      return work();
    } catch (error) {
      throw storeError(error, session);
    }
  }

  function used<Result>(file: JournalFile, work: (file: JournalFile) => Result): Result {
    try {
      return work(file);
    } finally {
      if (file.isImmutable) file.database.close();
    }
  }

  return {
    withFile: (session, work) =>
      guarded(session, () => {
        const file = open(session);
        return file && used(file, work);
      }),
    withNewFile: (session, work) =>
      guarded(session, () => {
        let file = open(session);
        if (!file) {
          createJournalFile(journalPath(folder, session), (empty ??= emptyJournal()));
          file = open(session);
        }
        if (!file) throw new Error(`${journalPath(folder, session)} was removed while it was being made.`);
        return used(file, work);
      }),
    close() {
      for (const { database } of files.values()) database.close();
      files.clear();
    },
  };
}

export function journalPath(folder: string, session: string): string {
  return join(folder, session, "journal.db");
}
