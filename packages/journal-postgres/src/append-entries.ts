import { checkOrder, type Entry } from "@skein/protocol";
import { toRow, type EntryRow } from "@skein/sessions/store-parts";
import type { Database, Query } from "./database.ts";
import type { Leases } from "./leases.ts";
import { lacksPartition, makePartition } from "./schema.ts";

export interface Appending {
  readonly database: Database;
  readonly schema: string;
  readonly leases: Leases;
  /** Where readers listen. */
  readonly channel: string;
}

interface Batch {
  readonly session: string;
  readonly expectedSeq: number;
  readonly entries: readonly Entry[];
}

/**
 * Appends with one statement, which checks the expected sequence number and the fence of the lease as it writes. Repeated
 * after a lost connection: whether the first try was carried out is then read from the journal.
 */
export async function appendEntries(appending: Appending, batch: Batch): Promise<void> {
  const { database, schema, leases } = appending;
  const { session, expectedSeq, entries } = batch;
  checkOrder(session, expectedSeq, expectedSeq, entries);
  if (entries.length === 0) return database.repeat((query) => checkEnd(query, appending, batch));
  const rows = entries.map(toRow);
  const values = [
    session,
    expectedSeq,
    leases.fenceOf(session),
    appending.channel,
    entries.some(({ kind }) => kind !== "reply-draft"),
    ...columns.map((column) => rows.map((row) => row[column])),
  ];
  await database.repeat(async (query, isRepeated) => {
    const done = await query(appendSql(schema, expectedSeq), values).catch(async (error: unknown) => {
      if (!lacksPartition(error)) throw error;
      await makePartition(database, schema);
      return query(appendSql(schema, expectedSeq), values);
    });
    if (done.length > 0 || (isRepeated && (await hasRows(query, schema, session, rows)))) return;
    await checkEnd(query, appending, batch);
    throw new Error(`The append to session ${session} was refused for no reason that can be found.`);
  });
}

const columns = [
  "seq",
  "kind",
  "at",
  "run",
  "v",
  "body",
  "crc",
] as const satisfies readonly (keyof EntryRow)[];

/** Readers are told once per batch, and not of drafts: a notification makes all commits of the database wait for each other. */
function appendSql(schema: string, expectedSeq: number): string {
  return `
    WITH head AS (${expectedSeq === 0 ? startSql(schema) : continueSql(schema)}),
    written AS (
      INSERT INTO ${schema}.entries (month, session, seq, kind, at, run, v, body, crc)
      SELECT head.month, $1, e.* FROM head,
        unnest($6::int[], $7::text[], $8::float8[], $9::text[], $10::int[], $11::text[], $12::bigint[]) AS e
    )
    SELECT CASE WHEN $5 THEN pg_notify($4, $1) END FROM head`;
}

const mayWrite = `s.removed IS NULL AND CASE
  WHEN $3::bigint IS NULL THEN s.lease_expires IS NULL OR s.lease_expires < clock_timestamp()
  ELSE s.fence = $3::bigint AND s.lease_holder IS NOT NULL END`;

const lastSeq = "(SELECT max(seq) FROM unnest($6::int[]) AS seq)";

/** Under a lease, its row exists. */
function startSql(schema: string): string {
  return `
    INSERT INTO ${schema}.sessions AS s (session, last_seq) SELECT $1, ${lastSeq}
      WHERE $3::bigint IS NULL OR EXISTS (SELECT 1 FROM ${schema}.sessions WHERE session = $1)
    ON CONFLICT (session) DO UPDATE SET last_seq = excluded.last_seq, changed = clock_timestamp()
    WHERE s.last_seq = $2::int AND ${mayWrite} RETURNING s.month`;
}

function continueSql(schema: string): string {
  return `
    UPDATE ${schema}.sessions AS s SET last_seq = ${lastSeq}, changed = clock_timestamp()
    WHERE s.session = $1 AND s.last_seq = $2::int AND ${mayWrite} RETURNING s.month`;
}

/** Throws what refuses an append: `locked`, `conflict`, `not-found` for a removed session. */
async function checkEnd(query: Query, { schema, leases }: Appending, batch: Batch): Promise<void> {
  const { session, expectedSeq, entries } = batch;
  await leases.checkWritable(query, session);
  const [row] = await query(`SELECT last_seq FROM ${schema}.sessions WHERE session = $1`, [session]);
  checkOrder(session, Number(row?.["last_seq"] ?? 0), expectedSeq, entries);
}

/** Whether the journal ends with exactly these rows. */
async function hasRows(
  query: Query,
  schema: string,
  session: string,
  rows: readonly Required<EntryRow>[],
): Promise<boolean> {
  const found = await query(
    `SELECT seq, kind, at, run, v, body, crc::float8 AS crc FROM ${schema}.entries
     WHERE session = $1 AND seq >= $2 ORDER BY seq`,
    [session, rows[0]?.seq],
  );
  return (
    found.length === rows.length &&
    rows.every((row, index) => columns.every((column) => found[index]?.[column] === row[column]))
  );
}
