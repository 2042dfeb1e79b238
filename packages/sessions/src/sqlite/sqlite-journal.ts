import { existsSync } from "node:fs";
import { checkOrder } from "@skein/protocol";
import { isFlushed } from "../flushed-kinds.ts";
import type { SessionStore } from "../session-store.ts";
import { sessionStore } from "../store/store.ts";
import { upcasters as ownUpcasters, type Upcasters } from "../upcasters.ts";
import { insertRow } from "./insert-row.ts";
import { keptEntries } from "./kept-entries.ts";
import { dropLease, renewLease, takeLease } from "./lease-row.ts";
import { readListEntry } from "./look-at.ts";
import { journalPath, openFiles } from "./open-files.ts";
import { lastSeqOf } from "./query-rows.ts";
import { readEntries } from "./read-entries.ts";
import { rewriteFile } from "./rewrite-file.ts";
import { toRow } from "../rows.ts";

export interface SqliteJournalOptions {
  /** Maximum size of one session's file in bytes; beyond it appends fail with `full`. Default: unlimited. */
  readonly maxBytes?: number;
  readonly upcasters?: Upcasters;
}

/**
 * Session storage on disk, one SQLite file per session: `<folder>/<session>/journal.db`. Any number of processes may
 * read a session while one writes it.
 *
 * @param folder - created with the first session.
 */
export function sqliteJournal(folder: string, options: SqliteJournalOptions = {}): SessionStore {
  const { maxBytes, upcasters = ownUpcasters } = options;
  const files = openFiles(folder, maxBytes);
  const kept = keptEntries(files);
  return sessionStore(folder, {
    append(session, expectedSeq, entries) {
      const rows = entries.map(toRow);
      const isDurable = rows.some(({ kind }) => isFlushed(kind));
      files.withNewFile(session, (file) =>
        file.write(isDurable, () => {
          checkOrder(session, lastSeqOf(file), expectedSeq, entries);
          for (const row of rows) insertRow(file, row);
        }),
      );
    },
    read: (session, from, kinds) => readEntries(files, kept, { session, from, kinds, upcasters }),
    lastSeq: (session) => files.withFile(session, lastSeqOf) ?? 0,
    takeLease: (request) => files.withNewFile(request.session, (file) => takeLease(file, request)),
    renewLease: (request) => files.withNewFile(request.session, (file) => renewLease(file, request)),
    dropLease({ session, token }) {
      files.withFile(session, (file) => dropLease(file, token));
    },
    putBlob: (session, hash, bytes) =>
      files.withNewFile(session, (file) => {
        if (file.statement("SELECT 1 FROM blobs WHERE hash = ?").get(hash)) return;
        // In the log before the entry that names it, and so on disk with it.
        file.write(false, () => file.statement("INSERT OR IGNORE INTO blobs VALUES (?, ?)").run(hash, bytes));
      }),
    blob: (session, hash) =>
      files.withReadable(session, (file) => {
        const row = file.statement("SELECT bytes FROM blobs WHERE hash = ?").get(hash);
        return row?.["bytes"] as Uint8Array | undefined;
      }),
    look: (session, self) => readListEntry(folder, session, { upcasters, self }),
    hasJournal: (session) => existsSync(journalPath(folder, session)),
    rewrite(session, changes) {
      try {
        return files.withNewFile(session, (file) => {
          kept.remove(file);
          const rewritten = rewriteFile(file, { session, changes, upcasters });
          kept.remove(file); // what another process wrote meanwhile
          return rewritten;
        });
      } catch (error) {
        files.drop(session); // a connection that hit damage while writing reads nothing more, not even what is intact
        throw error;
      }
    },
    drop: (session) => files.drop(session),
    close() {
      kept.save();
      files.close();
    },
  });
}
