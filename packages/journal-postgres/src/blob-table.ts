import { damaged, removedError, sha256 } from "@skein/sessions/store-parts";
import type { Database, Query } from "./database.ts";
import type { LargeBlobs } from "./large-blobs.ts";

/** Above it, bytes are in the port for large blobs, where there is one. */
const largestInRow = 1_000_000;

/** For one blob to arrive. */
const transferMs = 20_000;

/** Bytes of sessions, by their hash. */
export interface BlobTable {
  put(session: string, bytes: Uint8Array): Promise<string>;
  get(session: string, hash: string): Promise<Uint8Array | undefined>;
  /** In a transaction; what is in the port stays until `sweep`. */
  putIn(query: Query, session: string, hash: string, bytes: Uint8Array): Promise<void>;
  /** Removes from the port what no row names: of this session all, of others what was left behind. */
  sweep(session: string): Promise<void>;
}

export function blobTable(database: Database, schema: string, large: LargeBlobs | undefined): BlobTable {
  const table = `${schema}.blobs`;

  const outside = `${schema}.outside_blobs`;

  async function putIn(query: Query, session: string, hash: string, bytes: Uint8Array): Promise<void> {
    const isLarge = large !== undefined && bytes.length > largestInRow;
    if (isLarge) {
      // Not in the transaction: it is there, whatever becomes of that. The row that promises it comes after it.
      await database.repeat((note) =>
        note(
          `INSERT INTO ${outside} VALUES ($1, $2, clock_timestamp())
           ON CONFLICT (session, hash) DO UPDATE SET since = excluded.since`,
          [session, hash],
        ),
      );
      await large.put(session, hash, bytes);
    }
    const row = [session, hash, isLarge ? null : Buffer.from(bytes)];
    await query(`INSERT INTO ${table} VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, row);
  }

  /** Writers have a day from an object to its row. */
  async function sweep(session: string): Promise<void> {
    if (!large) return;
    const left = await database.repeat((query) =>
      query(
        `SELECT session, hash FROM ${outside} AS o
         WHERE (session = $1 OR since < clock_timestamp() - interval '1 day')
           AND NOT EXISTS (SELECT 1 FROM ${table} AS b WHERE b.session = o.session AND b.hash = o.hash)
         LIMIT 1000`,
        [session],
      ),
    );
    for (const { session: of, hash } of left) await large.remove(String(of), String(hash));
    await database.repeat((query) =>
      query(
        `DELETE FROM ${outside} AS o WHERE (session, hash) IN (SELECT * FROM unnest($1::text[], $2::text[]))
           OR EXISTS (SELECT 1 FROM ${table} AS b WHERE b.session = o.session AND b.hash = o.hash AND b.bytes IS NULL)`,
        [left.map((one) => one["session"]), left.map((one) => one["hash"])],
      ),
    );
  }

  return {
    async put(session, bytes) {
      const hash = sha256(bytes);
      await database.repeat(async (query) => {
        const [row] = await query(
          `SELECT (SELECT removed FROM ${schema}.sessions WHERE session = $1) AS removed,
             EXISTS (SELECT 1 FROM ${table} WHERE session = $1 AND hash = $2) AS exists`,
          [session, hash],
        );
        if (row?.["removed"] instanceof Date) throw removedError(session, row["removed"].toISOString());
        if (row?.["exists"] !== true) await putIn(query, session, hash, bytes);
      }, transferMs);
      return hash;
    },
    async get(session, hash) {
      const [row] = await database.repeat(
        (query) => query(`SELECT bytes FROM ${table} WHERE session = $1 AND hash = $2`, [session, hash]),
        transferMs,
      );
      if (!row) return undefined;
      const bytes = row["bytes"] === null ? await outsideBytes(session, hash) : (row["bytes"] as Uint8Array);
      if (sha256(bytes) !== hash) throw damaged(session, `the blob ${hash} does not match its hash`);
      return bytes;
    },
    putIn,
    sweep,
  };

  async function outsideBytes(session: string, hash: string): Promise<Uint8Array> {
    if (!large)
      throw damaged(
        session,
        `the blob ${hash} is kept outside of the database, and no place of large blobs is named here`,
      );
    const bytes = await large.get(session, hash);
    if (!bytes) throw damaged(session, `the blob ${hash} is missing at ${large.name}`);
    return bytes;
  }
}
