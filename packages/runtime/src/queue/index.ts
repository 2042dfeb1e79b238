import { openPostgresJournal, type LeaseHolder } from "@skein/journal-postgres";

export { type LeaseHolder } from "@skein/journal-postgres";
export {
  openRunQueue,
  type CallUse,
  type QueueLimits,
  type ShareUse,
  type QueuedRun,
  type QueueEntry,
  type QueueState,
  type RunEnd,
  type RunQueue,
  type Submission,
  type TakenRun,
} from "@skein/queue-postgres";

/** Ends the right of silent workers to write their sessions. */
export interface TakeOver extends AsyncDisposable {
  /** Whoever writes the session is refused from then on. */
  endLease(session: string): Promise<void>;
  /** By session, who writes it now. */
  leaseHolders(): Promise<ReadonlyMap<string, LeaseHolder>>;
}

/** Throws `ConfigError` when the database cannot be used. */
export function openTakeOver(databaseUrl: string): Promise<TakeOver> {
  return openPostgresJournal({ url: databaseUrl, connections: 1 });
}
