import { createHash, randomUUID } from "node:crypto";
import { checkOrder, createBell, follow, type Entry, type JournalStore } from "@skein/protocol";
import { thisProcess, type Holder } from "./holder.ts";
import { lastSeqOf, readEntries } from "./read-entries.ts";
import { dropLease, renewLease, takeLease, type LeaseRequest } from "./lease-row.ts";
import { isFlushed } from "./flushed-kinds.ts";
import { listSessions, type ListedSession } from "./list-sessions.ts";
import { openFiles } from "./open-files.ts";
import { toRow } from "./rows.ts";
import { damaged } from "./store-errors.ts";
import { upcasters as ownUpcasters, type Upcasters } from "./upcasters.ts";
import type { JournalFile } from "./journal-file.ts";

/** How soon what another process has written is seen. */
const pollMs = 100;

export interface SqliteJournalOptions {
  /** Bytes one session's file may have; more is `full`. Unlimited when left out. */
  readonly maxBytes?: number;
  readonly upcasters?: Upcasters;
}

export interface SqliteJournal extends JournalStore, AsyncDisposable {
  /** Every session in the folder, the one written last first. Damaged ones are listed as such. */
  list(): Promise<readonly ListedSession[]>;
  /** Ends all subscriptions and closes every file. The journal can be used again afterwards; it opens them anew. */
  close(): Promise<void>;
}

/**
 * Journals on disk, one SQLite file per session: `<folder>/<session>/journal.db`. Any number of processes may read a
 * session while one writes it.
 *
 * @param folder - made with the first session when it is not there.
 */
export function sqliteJournal(folder: string, options: SqliteJournalOptions = {}): SqliteJournal {
  const { maxBytes, upcasters = ownUpcasters } = options;
  const files = openFiles(folder, maxBytes);
  const bell = createBell();
  let closing = new AbortController();
  let self: Holder | undefined;
  const holder = (): Holder => (self ??= thisProcess());

  const read = (session: string, from = 1): AsyncIterable<Entry> =>
    readEntries(files, session, from, upcasters);

  async function close(): Promise<void> {
    closing.abort();
    closing = new AbortController();
    files.close();
  }

  return {
    async append(session, expectedSeq, entries) {
      const rows = entries.map(toRow);
      const isDurable = rows.some(({ kind }) => isFlushed(kind));
      files.withNewFile(session, (file) =>
        file.write(isDurable, () => {
          checkOrder(session, lastSeqOf(file), expectedSeq, entries);
          const insert = file.statement("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)");
          for (const { seq, kind, at, run, v, body } of rows) insert.run(seq, kind, at, run, v, body);
        }),
      );
      bell.ring(session);
    },
    read,
    subscribe: (session, from, signal) =>
      follow(
        { read: (next) => read(session, next), listen: (listener) => bell.listen(session, listener), pollMs },
        from,
        AbortSignal.any([signal, closing.signal]),
      ),
    async lease(session, owner, ttlMs) {
      const request: LeaseRequest = { session, token: randomUUID(), owner, ttlMs, holder: holder() };
      files.withNewFile(session, (file) => takeLease(file, request));
      return {
        renew: async () => files.withNewFile(session, (file) => renewLease(file, request)),
        async release() {
          files.withFile(session, (file) => dropLease(file, request.token));
        },
      };
    },
    async putBlob(session, bytes) {
      const hash = hashOf(bytes);
      files.withNewFile(session, (file) => {
        if (file.statement("SELECT 1 FROM blobs WHERE hash = ?").get(hash)) return;
        file.write(true, () => file.statement("INSERT OR IGNORE INTO blobs VALUES (?, ?)").run(hash, bytes));
      });
      return hash;
    },
    async blob(session, hash) {
      const bytes = files.withFile(session, (file) => readBlob(file, hash));
      if (bytes && hashOf(bytes) !== hash) throw damaged(session, `the bytes named ${hash} are not those`);
      return bytes;
    },
    list: () => listSessions(folder, upcasters, holder()),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function readBlob(file: JournalFile, hash: string): Uint8Array | undefined {
  return file.statement("SELECT bytes FROM blobs WHERE hash = ?").get(hash)?.["bytes"] as
    | Uint8Array
    | undefined;
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
