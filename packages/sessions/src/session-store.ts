import type { Entry, JournalStore } from "@skein/protocol";
import type { SessionSummary } from "./summary.ts";

/** A journal store that can also list, remove and rewrite its sessions. */
export interface SessionStore extends JournalStore, AsyncDisposable {
  /** Every session in the folder, the most recently written first. Damaged ones are marked as such. */
  /** @param only - the session whose line alone is wanted, if there is one. */
  list(only?: string): Promise<readonly ListedSession[]>;
  /** 0 for a session that does not exist. */
  lastSeq(session: string): Promise<number>;
  /**
   * Removes a session with all of its files for good; its id cannot be reused. Throws `locked` while another process
   * writes it, and `not-found`.
   */
  remove(session: string): Promise<void>;
  /**
   * Rewrites a session: no old bytes stay in its journal and blobs. Atomic; a `scrub` entry records how much changed.
   * Throws `locked` while another process writes the session, and `not-found`.
   */
  rewrite(session: string, changes: RewriteRules): Promise<RewriteResult>;
  /**
   * Claims a session for one attempt of a run that a queue handed out. From then on this store gets leases of the session
   * for that attempt only, and the writer of an earlier attempt is refused. Absent: no other machine writes the store.
   *
   * @returns `undefined` when the attempt is over, so that another worker has the run, or will.
   */
  readonly claim?: (session: string, claim: RunClaim) => Promise<HeldClaim | undefined>;
  /** Ends all subscriptions and closes every file. The store can be used afterwards, and then opens them again. */
  close(): Promise<void>;
}

/** One attempt of a run. */
export interface RunClaim {
  readonly run: string;
  /** From 1; the second ends the lease of the first. */
  readonly attempt: number;
  /** A query of the store's own database: it has a row while the attempt has the run, and holds it until the claim is written. */
  readonly proof: string;
}

/** Disposed, the store takes leases of the session as any other. */
export interface HeldClaim extends Disposable {
  /** The session's last entry before the first attempt of the run: what is later belongs to the run. */
  readonly after: number;
}

/** Both must be deterministic, and return their argument when there is nothing to change. */
export interface RewriteRules {
  /** The head (`v`, `seq`, `at`, `run`, `kind`) is kept, whatever this returns. */
  readonly entry: (entry: Entry) => Entry;
  /** A `context` entry that names the blob is updated to name the new one. */
  readonly blob?: (bytes: Uint8Array) => Uint8Array;
}

/** How many were changed. When both are 0, nothing was written. */
export interface RewriteResult {
  readonly entries: number;
  readonly blobs: number;
}

export type ListedSession = { readonly session: string; readonly summary: SessionSummary } | DamagedSession;

/** A session whose journal cannot be read completely. */
export interface DamagedSession {
  readonly session: string;
  /** What is wrong with it, in a sentence. */
  readonly damaged: string;
  /** Its working directory, if its first entry can still be read. */
  readonly cwd?: string;
  /** The call that started it, if it is a subagent's and this can be read. */
  readonly child?: SessionSummary["child"];
  /** When its folder last changed, in milliseconds since the epoch. */
  readonly lastAt?: number;
}
