import type { Entry, JournalStore } from "@skein/protocol";
import type { SessionSummary } from "./summary.ts";

/** A journal store that also knows which sessions it has, and can take them away or change them. */
export interface SessionStore extends JournalStore, AsyncDisposable {
  /** Every session in the folder, the one written last first. Damaged ones are listed as such. */
  list(): Promise<readonly ListedSession[]>;
  /** 0 for a session nobody wrote. */
  lastSeq(session: string): Promise<number>;
  /**
   * Takes a session away with all of its files, for good; its id cannot be used again. Throws `locked` while somebody
   * writes it, and `not-found`.
   */
  remove(session: string): Promise<void>;
  /**
   * Replaces what was written: nothing of the old bytes stays in the session's journal and blobs. All of it happens or
   * nothing; a `scrub` entry says how much it was. Throws `locked` while somebody writes the session, and `not-found`.
   */
  rewrite(session: string, changes: Changes): Promise<RewriteResult>;
  /** Ends all subscriptions and closes every file. The store can be used again afterwards; it opens them anew. */
  close(): Promise<void>;
}

/** Both must answer the same for the same, and give back what they were given when there is nothing to change. */
export interface Changes {
  /** The place of an entry (`v`, `seq`, `at`, `run`, `kind`) stays, whatever comes back. */
  readonly entry: (entry: Entry) => Entry;
  /** A `context` entry that names the blob names the new one afterwards. */
  readonly blob?: (bytes: Uint8Array) => Uint8Array;
}

/** How many are no longer as they were written. When there are none, nothing was written. */
export interface RewriteResult {
  readonly entries: number;
  readonly blobs: number;
}

export type ListedSession = { readonly session: string; readonly summary: SessionSummary } | DamagedSession;

/** A session whose journal cannot be read as a whole. */
export interface DamagedSession {
  readonly session: string;
  /** What is wrong with it, a sentence. */
  readonly damaged: string;
  /** Its folder, where its first entry can still be read. */
  readonly cwd?: string;
  /** The call that started it, if it is a subagent's, as far as can be read. */
  readonly child?: SessionSummary["child"];
  /** When its files last came or went, in milliseconds since the epoch. */
  readonly lastAt?: number;
}
