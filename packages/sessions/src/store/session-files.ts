import type { ProcessIdentity } from "@skein/platform/process";
import type { Entry, EntryKind } from "@skein/protocol";
import type { LeaseRequest } from "../lease.ts";
import type { RewriteResult, RewriteRules } from "../session-store.ts";
import type { SessionSummary } from "../summary.ts";

/**
 * How one kind of store keeps its files; one folder per session. Each method completes within one tick. They may
 * throw errors of the file system and SQLite, and are never called for a removed session.
 */
export interface SessionFiles {
  /** Throws `conflict` unless the session ends at `expectedSeq`. */
  append(session: string, expectedSeq: number, entries: readonly Entry[]): void;
  /** Of a damaged journal yields the entries before the damage, then throws. */
  read(session: string, from: number, kinds: readonly EntryKind[] | undefined): Iterable<Entry>;
  /** 0 for a session that does not exist. */
  lastSeq(session: string): number;
  takeLease(request: LeaseRequest): void;
  renewLease(request: LeaseRequest): void;
  dropLease(request: LeaseRequest): void;
  putBlob(session: string, hash: string, bytes: Uint8Array): void;
  blob(session: string, hash: string): Uint8Array | undefined;
  /** The list entry; `undefined` when nothing was ever written. */
  look(session: string, self: ProcessIdentity): SessionSummary | undefined;
  hasJournal(session: string): boolean;
  /** Called under the lease. */
  rewrite(session: string, changes: RewriteRules): RewriteResult;
  /** Closes what it has open of the session. */
  drop(session: string): void;
  close(): void;
}
