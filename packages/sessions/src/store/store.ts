import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  checkSessionId,
  createSessionNotifier,
  followEntries,
  SessionError,
  type Entry,
  type EntryKind,
} from "@skein/protocol";
import { listSessions } from "../list-sessions.ts";
import { withMediaBack, withMediaKept } from "../media-blobs.ts";
import { checkNotRemoved, notFound, removeFolder, sweepRemoved } from "../removed-sessions.ts";
import type { SessionFiles } from "./session-files.ts";
import type { RewriteRules, RewriteResult, SessionStore } from "../session-store.ts";
import { findBlob, requireBlob, storeBlob } from "./blobs.ts";
import { goneError, storeError } from "../store-errors.ts";
import { createStoreLeases, type StoreLeases } from "./leases.ts";

/** Milliseconds until entries of another process are noticed. */
const pollMs = 100;

/** For work within one tick, which needs no renewal. */
const workMs = 30_000;

/** What all stores in a folder have in common. */
export function sessionStore(folder: string, files: SessionFiles): SessionStore {
  const bell = createSessionNotifier();
  let closing = new AbortController();
  const leases = createStoreLeases(files);
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

  async function* read(session: string, from = 1, kinds?: readonly EntryKind[]): AsyncGenerator<Entry> {
    try {
      checkKnown(session);
      for (const entry of files.read(session, from, kinds)) {
        yield withMediaBack(entry, (hash) => requireBlob(files, session, hash));
      }
      checkKnown(session); // a session that was removed meanwhile has ended too early
    } catch (error) {
      throw storeError(error, session);
    }
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
          entries.map((entry) => withMediaKept(entry, (bytes) => storeBlob(files, session, bytes))),
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
        const request = leases.request(session, owner, ttlMs);
        leases.take(request);
        return {
          renew: () => work(session, () => (checkNotGone(session), files.renewLease(request))),
          release: () => work(session, () => leases.release(request)),
        };
      }),
    putBlob: (session, bytes) =>
      work(session, () => {
        checkNotGone(session);
        return storeBlob(files, session, bytes);
      }),
    blob: (session, hash) => work(session, () => findBlob(files, session, hash)),
    lastSeq: (session) => work(session, () => files.lastSeq(session)),
    async list(only) {
      sweepRemoved(folder);
      return listSessions(folder, only, {
        look: (session) => files.look(session, leases.holder()),
        entries: (session) => files.read(session, 1, undefined),
      });
    },
    async remove(session) {
      await work(session, () => removeSession(folder, files, leases, session));
      written.delete(session);
    },
    async rewrite(session, changes) {
      const rewritten = await work(session, () => rewriteSession(files, leases, session, changes));
      bell.notify(session);
      return rewritten;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function removeSession(folder: string, files: SessionFiles, leases: StoreLeases, session: string): void {
  if (!files.hasJournal(session)) throw notFound(session);
  try {
    files.takeLease(leases.request(session, "removal", workMs)); // removed with the session
  } catch (error) {
    const problem = storeError(error, session);
    if (!SessionError.is(problem) || problem.code !== "damaged") throw problem; // a damaged session is never written
  }
  files.drop(session);
  removeFolder(folder, session);
}

function rewriteSession(
  files: SessionFiles,
  leases: StoreLeases,
  session: string,
  changes: RewriteRules,
): RewriteResult {
  if (!files.hasJournal(session)) throw notFound(session);
  const request = leases.request(session, "scrub", workMs);
  files.takeLease(request);
  try {
    return files.rewrite(session, changes);
  } finally {
    files.dropLease(request);
  }
}
