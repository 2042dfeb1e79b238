import { damaged, removedError, sha256 } from "@skein/sessions/store-parts";
import type { Database, Query } from "./database.ts";
import type { LargeBlobs } from "./large-blobs.ts";

/** Above it, bytes are in the port for large blobs, where there is one. */
const largestInRow = 1_000_000;

/** Bytes of sessions, by their hash. */
export interface BlobTable {
  put(session: string, bytes: Uint8Array): Promise<string>;
  get(session: string, hash: string): Promise<Uint8Array | undefined>;
  /** In a transaction; what is in the port stays until `forget`. */
  putIn(query: Query, session: string, hash: string, bytes: Uint8Array): Promise<void>;
  /** Removes from the port what no row names any more. */
  forget(session: string, hashes: readonly string[]): Promise<void>;
}

export function blobTable(database: Database, schema: string, large: LargeBlobs | undefined): BlobTable {
  const table = `${schema}.blobs`;

  async function putIn(query: Query, session: string, hash: string, bytes: Uint8Array): Promise<void> {
    const isLarge = large !== undefined && bytes.length > largestInRow;
    if (isLarge) await large.put(session, hash, bytes); // before the row that promises it
    await query(`INSERT INTO ${table} VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, [
      session,
      hash,
      isLarge ? null : Buffer.from(bytes),
    ]);
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
      });
      return hash;
    },
    async get(session, hash) {
      const [row] = await database.repeat((query) =>
        query(`SELECT bytes FROM ${table} WHERE session = $1 AND hash = $2`, [session, hash]),
      );
      if (!row) return undefined;
      const bytes = row["bytes"] === null ? await large?.get(session, hash) : (row["bytes"] as Uint8Array);
      if (!bytes) throw damaged(session, `the blob ${hash} is missing`);
      if (sha256(bytes) !== hash) throw damaged(session, `the blob ${hash} does not match its hash`);
      return bytes;
    },
    putIn,
    async forget(session, hashes) {
      for (const hash of hashes) await large?.remove(session, hash);
    },
  };
}
