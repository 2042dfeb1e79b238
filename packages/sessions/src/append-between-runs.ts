import type { Entry, EntryBody, JournalStore } from "@skein/protocol";
import { notFound } from "./removed-sessions.ts";
import type { SessionStore } from "./session-store.ts";

/** Any journal store will do; one that knows where a journal ends need not read it. */
export type AnyStore = JournalStore & Partial<Pick<SessionStore, "lastSeq">>;

/** Longer than an append takes: it is given back at once. */
const leaseMs = 30_000;

/**
 * Appends to a session from outside of an agent: its name, a rewind. Throws `locked` while somebody writes it, and
 * `not-found` for a session that nobody wrote.
 *
 * @returns the entries as they stand.
 */
export async function appendBetweenRuns(
  store: AnyStore,
  session: string,
  bodies: readonly EntryBody[],
  now: number = Date.now(),
): Promise<readonly Entry[]> {
  if ((await lastSeqOf(store, session)) === 0) throw notFound(session); // before a lease makes a file for it
  const lease = await store.lease(session, "between runs", leaseMs);
  try {
    const last = await lastSeqOf(store, session);
    const entries = bodies.map((body, index): Entry => {
      return { v: 1, seq: last + 1 + index, at: now, run: null, ...body };
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
