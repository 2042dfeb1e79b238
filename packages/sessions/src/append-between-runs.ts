import { type Entry, type EntryBody, type JournalStore, kindVersion } from "@skein/protocol";
import { notFound } from "./removed-sessions.ts";
import type { SessionStore } from "./session-store.ts";

/** Works with any journal store; one that knows where a journal ends need not read it. */
export type AnyStore = JournalStore & Partial<Pick<SessionStore, "lastSeq">>;

/** Longer than an append takes; the lease is released right after it. */
const leaseMs = 30_000;

/**
 * Appends to a session from outside an agent: its name or a rewind, for example. Throws `locked` while another
 * process is writing it, and `not-found` for a session that does not exist.
 *
 * @returns the appended entries.
 */
export async function appendBetweenRuns(
  store: AnyStore,
  session: string,
  bodies: readonly EntryBody[],
  now: number = Date.now(),
): Promise<readonly Entry[]> {
  if ((await lastSeqOf(store, session)) === 0) throw notFound(session); // before a lease creates a file for it
  const lease = await store.lease(session, "between runs", leaseMs);
  try {
    const last = await lastSeqOf(store, session);
    const entries = bodies.map((body, index): Entry => {
      return { v: kindVersion(body.kind), seq: last + 1 + index, at: now, run: null, ...body };
    });
    await store.append(session, last, entries);
    return entries;
  } finally {
    await lease.release();
  }
}

async function lastSeqOf(store: AnyStore, session: string): Promise<number> {
  if (store.lastSeq) return store.lastSeq(session);
  let last = 0;
  for await (const { seq } of store.read(session)) last = seq;
  return last;
}
