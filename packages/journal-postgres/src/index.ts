export { fileBlobs, type LargeBlobs } from "./large-blobs.ts";
export {
  openPostgresJournal,
  type PostgresJournal,
  type PostgresJournalOptions,
} from "./postgres-journal.ts";
export { addressOf } from "./postgres-errors.ts";
export { type MessageHit } from "./search-messages.ts";
