export { blobsAt } from "./blobs-at.ts";
export { fileBlobs, type LargeBlobs } from "./large-blobs.ts";
export { type LeaseHolder } from "./leases.ts";
export {
  openPostgresJournal,
  type PostgresJournal,
  type PostgresJournalOptions,
} from "./postgres-journal.ts";
export { s3Blobs, type S3Keys, type S3Place } from "./s3-blobs.ts";
export { type MessageHit } from "./search-messages.ts";
