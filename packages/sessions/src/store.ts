import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { currentProcess, type ProcessIdentity } from "@skein/platform/process";
import {
  checkSessionId,
  createSessionNotifier,
  followEntries,
  SessionError,
  type Entry,
  type EntryKind,
} from "@skein/protocol";
import type { LeaseRequest } from "./lease.ts";
import { listSessions } from "./list-sessions.ts";
import { withMediaBack, withMediaKept } from "./media-blobs.ts";
import { checkNotRemoved, notFound, removeFolder, sweepRemoved } from "./removed-sessions.ts";
import type { RewriteRules, RewriteResult, SessionStore } from "./session-store.ts";
import { sha256 } from "./sha256.ts";
import { damaged, goneError, storeError } from "./store-errors.ts";
import type { SessionSummary } from "./summary.ts";

/** Milliseconds until entries of another process are noticed. */
const pollMs = 100;

/** For work within one tick, which needs no renewal. */
const workMs = 30_000;

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

/** What all stores in a folder have in common. */
export function sessionStore(folder: string, files: SessionFiles): SessionStore {
  const bell = createSessionNotifier();
  let closing = new AbortController();
  let self: ProcessIdentity | undefined;
  const holder = (): ProcessIdentity => (self ??= currentProcess());
  const unreleased = new Set<LeaseRequest>();
  /** Sessions written by this store, which therefore have files unless someone deleted them. */
  const written = new Set<string>();

  function checkKnown(session: string): void {
    checkSessionId(session);
    if (!existsSync(join(folder, session))) checkNotRemoved(folder, session);
  }

  /** Before anything is written: a new file in place of the deleted one would contain only the end of a session. */
  function checkNotGone(session: string): void {
    if (!written.has(session) || (files.hasJournal(session) && files.lastSeq(session) > 0)) return;
    written.delete(session);
    checkNotRemoved(folder, session);
    throw goneError(session);
  }

  async function work<Result>(session: string, does: () => Result): Promise<Result> {
    try {
      checkKnown(session);
      return does();
    } catch (error) {
      throw storeError(error, session);
    }
  }

  function requestOf(session: string, owner: string, ttlMs: number): LeaseRequest {
    return { session, token: randomUUID(), owner, ttlMs, holder: holder() };
  }

  /** A lease that cannot be released, on a full disk for example, is released before the next one is taken here. */
  function drop(request: LeaseRequest): void {
    unreleased.add(request);
    files.dropLease(request);
    unreleased.delete(request);
  }

  function remove(session: string): void {
    if (!files.hasJournal(session)) throw notFound(session);
    try {
      files.takeLease(requestOf(session, "removal", workMs)); // removed with the session
    } catch (error) {
      const problem = storeError(error, session);
      if (!SessionError.is(problem) || problem.code !== "damaged") throw problem; // a damaged session is never written
    }
    files.drop(session);
    removeFolder(folder, session);
  }

  function rewrite(session: string, changes: RewriteRules): RewriteResult {
    if (!files.hasJournal(session)) throw notFound(session);
    const request = requestOf(session, "scrub", workMs);
    files.takeLease(request);
    try {
      return files.rewrite(session, changes);
    } finally {
      files.dropLease(request);
    }
  }

  async function* read(session: string, from = 1, kinds?: readonly EntryKind[]): AsyncGenerator<Entry> {
    try {
      checkKnown(session);
      for (const entry of files.read(session, from, kinds)) {
        yield withMediaBack(entry, (hash) => bytesOf(session, hash));
      }
      checkKnown(session); // a session that was removed meanwhile has ended too early
    } catch (error) {
      throw storeError(error, session);
    }
  }

  function keep(session: string): (bytes: Uint8Array) => string {
    return (bytes) => {
      const hash = sha256(bytes);
      files.putBlob(session, hash, bytes);
      return hash;
    };
  }

  function bytesOf(session: string, hash: string): Uint8Array {
    const bytes = checkedBlob(session, hash);
    if (!bytes) throw damaged(session, `the blob ${hash} is missing`);
    return bytes;
  }

  function checkedBlob(session: string, hash: string): Uint8Array | undefined {
    const bytes = files.blob(session, hash);
    if (bytes && sha256(bytes) !== hash) throw damaged(session, `the blob ${hash} does not match its hash`);
    return bytes;
  }

  async function close(): Promise<void> {
    closing.abort();
    closing = new AbortController();
    files.close();
  }

  return {
    async append(session, expectedSeq, entries) {
      await work(session, () => {
        if (expectedSeq > 0) checkNotGone(session);
        files.append(
          session,
          expectedSeq,
          entries.map((entry) => withMediaKept(entry, keep(session))),
        );
      });
      written.add(session);
      bell.notify(session);
    },
    read,
    subscribe: (session, from, signal) =>
      followEntries(
        {
          read: (next) => read(session, next),
          onGrowth: (listener) => bell.onGrowth(session, listener),
          pollMs,
        },
        from,
        AbortSignal.any([signal, closing.signal]),
      ),
    lease: (session, owner, ttlMs) =>
      work(session, () => {
        const request = requestOf(session, owner, ttlMs);
        for (const kept of unreleased) if (kept.session === session) drop(kept);
        files.takeLease(request);
        return {
          renew: () => work(session, () => (checkNotGone(session), files.renewLease(request))),
          release: () => work(session, () => drop(request)),
        };
      }),
    putBlob: (session, bytes) =>
      work(session, () => {
        checkNotGone(session);
        return keep(session)(bytes);
      }),
    blob: (session, hash) => work(session, () => checkedBlob(session, hash)),
    lastSeq: (session) => work(session, () => files.lastSeq(session)),
    async list(only) {
      sweepRemoved(folder);
      return listSessions(folder, only, {
        look: (session) => files.look(session, holder()),
        entries: (session) => files.read(session, 1, undefined),
      });
    },
    async remove(session) {
      await work(session, () => remove(session));
      written.delete(session);
    },
    async rewrite(session, changes) {
      const rewritten = await work(session, () => rewrite(session, changes));
      bell.notify(session);
      return rewritten;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
