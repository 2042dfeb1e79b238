import type { Entry, EntryKind } from "@skein/protocol";
import {
  damaged,
  damagedEntry,
  removedError,
  toEntry,
  withMediaBack,
  type EntryRow,
} from "@skein/sessions/store-parts";
import { upcasters } from "@skein/sessions";
import type { BlobTable } from "./blob-table.ts";
import type { Database, Query, Row } from "./database.ts";

/** Rows that are fetched at once. */
const page = 200;

interface Wanted {
  readonly session: string;
  readonly from: number;
  readonly kinds: readonly EntryKind[] | undefined;
}

export interface ReadParts {
  readonly database: Database;
  readonly schema: string;
  readonly blobs: BlobTable;
}

/** Up to the entry that is the last one now. */
export async function* readEntries(
  { database, schema, blobs }: ReadParts,
  { session, from, kinds }: Wanted,
): AsyncGenerator<Entry> {
  const head = await database.repeat((query) => headOf(query, schema, session));
  if (!head) return;
  let next = Math.max(1, from);
  while (next <= head.end) {
    const first = next;
    const rows = await database.repeat((query) =>
      query(
        `SELECT seq, kind, at, run, v, body, crc::float8 AS crc FROM ${schema}.entries
         WHERE month = $1 AND session = $2 AND seq BETWEEN $3 AND $4 AND ($5::text[] IS NULL OR kind = ANY($5))
         ORDER BY seq LIMIT ${page}`,
        [head.month, session, first, head.end, kinds ?? null],
      ),
    );
    for (const row of rows) {
      const entry = toEntry(row as unknown as EntryRow, session, upcasters);
      if (!kinds && entry.seq !== next) break;
      next = entry.seq + 1;
      yield await withMedia(entry, session, blobs);
    }
    const isWhole = kinds ? rows.length === page : next > first && next - first === rows.length;
    if (!isWhole) break;
  }
  if (!kinds && next > head.end) return;
  await database.repeat((query) => headOf(query, schema, session)); // removed meanwhile: it ends too early
  if (!kinds) throw damagedEntry(session, next);
}

/** `undefined` for a session that does not exist; throws `not-found` for one that was removed. */
async function headOf(
  query: Query,
  schema: string,
  session: string,
): Promise<{ readonly end: number; readonly month: string } | undefined> {
  const [row]: readonly Row[] = await query(
    `SELECT last_seq, month::text AS month, removed FROM ${schema}.sessions WHERE session = $1`,
    [session],
  );
  if (!row) return undefined;
  if (row["removed"] instanceof Date) throw removedError(session, row["removed"].toISOString());
  return { end: Number(row["last_seq"]), month: String(row["month"]) };
}

async function withMedia(entry: Entry, session: string, blobs: BlobTable): Promise<Entry> {
  const hashes = new Set<string>();
  withMediaBack(entry, (hash) => (hashes.add(hash), new Uint8Array()));
  if (hashes.size === 0) return entry;
  const found = new Map<string, Uint8Array>();
  for (const hash of hashes) {
    const bytes = await blobs.get(session, hash);
    if (!bytes) throw damaged(session, `the blob ${hash} is missing`);
    found.set(hash, bytes);
  }
  return withMediaBack(entry, (hash) => found.get(hash)!);
}
