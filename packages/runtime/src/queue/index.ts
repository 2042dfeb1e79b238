import { blobsAt, openPostgresJournal, type LeaseHolder } from "@skein/journal-postgres";
import type { BlobsPlace } from "../sessions/stores.ts";

export { openQueueTelemetry, type QueueTelemetry } from "./queue-telemetry.ts";

/** Who works on the sessions of a database. */
export interface SessionWriters extends AsyncDisposable {
  /** By session, who writes it now. */
  leaseHolders(): Promise<ReadonlyMap<string, LeaseHolder>>;
}

/** Throws `ConfigError` when the database cannot be used, or the place of its blobs. */
export async function openSessionWriters(url: string, blobs?: BlobsPlace): Promise<SessionWriters> {
  const place = blobs && { blobs: blobsAt(blobs.address, blobs.env) };
  return openPostgresJournal({ url, connections: 1, ...place });
}
