import { SessionError } from "@skein/protocol";
import { upcasters, type RewriteResult, type RewriteRules } from "@skein/sessions";
import {
  changedEntry,
  notFound,
  removedError,
  scrubEntry,
  sha256,
  toEntry,
  toRow,
  type EntryRow,
} from "@skein/sessions/store-parts";
import type { BlobTable } from "./blob-table.ts";
import type { Database, Query } from "./database.ts";
import type { Leases } from "./leases.ts";

export interface RewriteParts {
  readonly database: Database;
  readonly schema: string;
  readonly leases: Leases;
  readonly blobs: BlobTable;
}

const page = 200;

/** In one transaction; then the database is asked to free the rows with the old content. */
export async function rewriteSession(
  { database, schema, leases, blobs }: RewriteParts,
  session: string,
  changes: RewriteRules,
): Promise<RewriteResult> {
  const hashes = new Map<string, string>();
  const result = await database.transaction(async (query): Promise<RewriteResult> => {
    const end = await lockSession(query, schema, leases, session);
    await rewriteBlobs({ query, schema, session, blobs }, changes, hashes);
    const entries = await rewriteEntries({ query, schema, session }, end, changes, hashes);
    const counts = { entries, blobs: hashes.size };
    if (entries + hashes.size > 0) await note(query, schema, session, toRow(scrubEntry(end + 1, counts)));
    return counts;
  });
  await blobs.sweep(session);
  if (result.entries + result.blobs > 0) await vacuum(database, schema);
  return result;
}

/** In one transaction, which leaves the id and the date, so that the id is not used again. */
export async function removeSession(
  { database, schema, leases, blobs }: RewriteParts,
  session: string,
): Promise<void> {
  await database.transaction(async (query) => {
    await lockSession(query, schema, leases, session);
    await query(`DELETE FROM ${schema}.entries WHERE session = $1`, [session]);
    await query(`DELETE FROM ${schema}.blobs WHERE session = $1`, [session]);
    await query(
      `UPDATE ${schema}.sessions SET removed = clock_timestamp(), last_seq = 0, summary = NULL, summary_seq = NULL
       WHERE session = $1`,
      [session],
    );
  });
  await blobs.sweep(session);
  await vacuum(database, schema);
}

/** No append comes between until the transaction has ended. Throws `not-found`, and `locked` while a writer has it. */
async function lockSession(query: Query, schema: string, leases: Leases, session: string): Promise<number> {
  const [row] = await query(
    `SELECT last_seq, removed, lease_holder, lease_expires > clock_timestamp() AS live
     FROM ${schema}.sessions WHERE session = $1 FOR UPDATE`,
    [session],
  );
  if (!row) throw notFound(session);
  if (row["removed"] instanceof Date) throw removedError(session, row["removed"].toISOString());
  if (leases.fenceOf(session) !== null)
    throw new SessionError("locked", `Session ${session} is open in this process.`, {
      hint: "Wait for its run to end, and close it.",
    });
  if (!leases.isHeld(row)) return Number(row["last_seq"]);
  await leases.checkWritable(query, session);
  return Number(row["last_seq"]);
}

interface Place {
  readonly query: Query;
  readonly schema: string;
  readonly session: string;
}

async function rewriteBlobs(
  { query, schema, session, blobs }: Place & Pick<RewriteParts, "blobs">,
  { blob: change }: RewriteRules,
  hashes: Map<string, string>,
): Promise<void> {
  if (!change) return;
  const kept = await query(`SELECT hash FROM ${schema}.blobs WHERE session = $1 ORDER BY hash`, [session]);
  for (const row of kept) {
    const before = String(row["hash"]);
    const bytes = await blobs.get(session, before);
    const changed = bytes ? change(bytes) : undefined;
    if (!changed || sha256(changed) === before) continue;
    const after = sha256(changed);
    hashes.set(before, after);
    await blobs.putIn(query, session, after, changed);
    await query(`DELETE FROM ${schema}.blobs WHERE session = $1 AND hash = $2`, [session, before]);
  }
}

async function rewriteEntries(
  { query, schema, session }: Place,
  end: number,
  changes: RewriteRules,
  hashes: ReadonlyMap<string, string>,
): Promise<number> {
  let count = 0;
  for (let next = 1; next <= end; next += page) {
    const rows = await query(
      `SELECT seq, kind, at, run, v, body, crc::float8 AS crc FROM ${schema}.entries
       WHERE session = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq`,
      [session, next, Math.min(end, next + page - 1)],
    );
    for (const row of rows as unknown as readonly EntryRow[]) {
      const changed = changedEntry(toEntry(row, session, upcasters), changes, hashes);
      if (!changed) continue;
      const { seq, v, body, crc } = toRow(changed);
      await query(
        `UPDATE ${schema}.entries SET v = $3, body = $4, crc = $5 WHERE session = $1 AND seq = $2`,
        [session, seq, v, body, crc],
      );
      count++;
    }
  }
  return count;
}

async function note(query: Query, schema: string, session: string, row: Required<EntryRow>): Promise<void> {
  const { seq, kind, at, run, v, body, crc } = row;
  await query(
    `WITH head AS (UPDATE ${schema}.sessions SET last_seq = $2, changed = clock_timestamp() WHERE session = $1 RETURNING month)
     INSERT INTO ${schema}.entries SELECT month, $1, $2, $3, $4, $5, $6, $7, $8 FROM head`,
    [session, seq, kind, at, run, v, body, crc],
  );
}

/** Old rows are free space from then on. Only their owner may ask for it; others leave it to the database's own rounds. */
async function vacuum(database: Database, schema: string): Promise<void> {
  for (const table of ["entries", "blobs"]) {
    await database.once(`VACUUM ${schema}.${table}`).catch(() => undefined);
  }
}
