import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkOrder, type Entry, type EntryKind } from "@skein/protocol";
import { isFlushed } from "../flushed-kinds.ts";
import type { SessionStore } from "../session-store.ts";
import { sessionStore } from "../store/store.ts";
import { damaged } from "../store-errors.ts";
import { summary, summaryKinds } from "../summary.ts";
import { upcasters as ownUpcasters, type Upcasters } from "../upcasters.ts";
import { appendLines } from "./append-lines.ts";
import { readBlob, writeBlob } from "./blob-files.ts";
import { isLeased } from "./lease-files.ts";
import { createLeases } from "./leases.ts";
import { toLine } from "./lines.ts";
import { readLines } from "./read-lines.ts";
import { rewriteLines } from "./rewrite-lines.ts";
import { createTails } from "./tails.ts";

export interface JsonlJournalOptions {
  readonly upcasters?: Upcasters;
}

/**
 * Journals as text, readable with any tool: `<folder>/<session>/journal.jsonl`, one entry per line; large content in
 * `blobs/`. Any number of processes may read a session while one writes it; writing requires the lease.
 *
 * @param folder - created with the first session.
 */
export function jsonlJournal(folder: string, options: JsonlJournalOptions = {}): SessionStore {
  const { upcasters = ownUpcasters } = options;
  const tails = createTails();
  const folderOf = (session: string): string => join(folder, session);
  const pathOf = (session: string): string => join(folder, session, "journal.jsonl");
  const blobsOf = (session: string): string => join(folder, session, "blobs");
  const leases = createLeases(folderOf);

  function write(session: string, expectedSeq: number, entries: readonly Entry[]): void {
    const path = pathOf(session);
    const tail = tails.of(path);
    if (tail?.isDamaged) throw damaged(session, "the checksum of its last line does not match");
    checkOrder(session, tail?.lastSeq ?? 0, expectedSeq, entries);
    if (entries.length === 0) return;
    const lines = entries.map((entry, index) => Buffer.from(toLine(entry, entries.length - 1 - index)));
    const bytes = Buffer.concat(lines);
    const isDurable = entries.some(({ kind }) => isFlushed(kind));
    const lastSeq = expectedSeq + entries.length;
    tails.set(path, appendLines(path, tail, { bytes, lastSeq, isDurable }));
  }

  function* read(session: string, from: number, kinds?: readonly EntryKind[]): Generator<Entry> {
    const path = pathOf(session);
    yield* readLines(path, () => tails.of(path), { session, from, kinds, upcasters });
  }

  return sessionStore(folder, {
    append(session, expectedSeq, entries) {
      checkOrder(session, tails.of(pathOf(session))?.lastSeq ?? 0, expectedSeq, entries);
      leases.during(session, () => write(session, expectedSeq, entries));
    },
    read,
    lastSeq: (session) => tails.of(pathOf(session))?.lastSeq ?? 0,
    takeLease: (request) => leases.take(request),
    renewLease: (request) => leases.renew(request),
    dropLease: (request) => leases.drop(request),
    putBlob: (session, hash, bytes) => writeBlob(blobsOf(session), hash, bytes),
    blob: (session, hash) => readBlob(blobsOf(session), hash),
    look(session, self) {
      const tail = tails.of(pathOf(session));
      if (!tail || tail.bytes === 0) return undefined;
      const [first] = read(session, 1);
      const [last] = read(session, tail.lastSeq);
      const line = summary(read(session, 1, summaryKinds), isLeased(folderOf(session), self));
      return { ...line, startedAt: first?.at, lastAt: last?.at };
    },
    hasJournal: (session) => existsSync(pathOf(session)),
    rewrite(session, changes) {
      const path = pathOf(session);
      const tail = tails.of(path);
      if (!tail) return { entries: 0, blobs: 0 };
      return rewriteLines(path, { session, tail, blobs: blobsOf(session), changes, upcasters });
    },
    // No file stays open, and cached information is valid only while the file is unchanged.
    drop: () => undefined,
    close: () => undefined,
  });
}
