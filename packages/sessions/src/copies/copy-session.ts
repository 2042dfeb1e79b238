import { SessionError, type Entry, type JournalStore } from "@skein/protocol";
import { inOrder } from "../changed-entry.ts";
import { notFound } from "../removed-sessions.ts";

export interface CopiedSession {
  /** Those that the copy has now. */
  readonly entries: number;
  /** Those that it did not have before. */
  readonly written: number;
}

/** Longer than a batch takes. */
const leaseMs = 300_000;
const batchSize = 200;

/**
 * Copies a session to another store, under its id and entry by entry as it is; no one writes either of them meanwhile. What
 * the other store has of it already is compared and left: a copy that was interrupted goes on where it ended.
 *
 * Throws `not-found`, `locked`, and `conflict` when the other store has something else there, or more.
 */
export async function copySession(
  from: JournalStore,
  to: JournalStore,
  session: string,
): Promise<CopiedSession> {
  await checkThere(from, session);
  await using leases = new AsyncDisposableStack();
  const held = [await from.lease(session, "a copy", leaseMs)];
  leases.defer(() => held[0]!.release());
  held.push(await to.lease(session, "a copy", leaseMs));
  leases.defer(() => held[1]!.release());

  let written = 0;
  let end = 0;
  let batch: Entry[] = [];
  async function flush(): Promise<void> {
    for (const entry of batch) if (entry.kind === "context") await copyBlob(from, to, session, entry.hash);
    await to.append(session, end, batch);
    for (const lease of held) await lease.renew();
    end += batch.length;
    written += batch.length;
    batch = [];
  }

  const there = to.read(session)[Symbol.asyncIterator]();
  for await (const entry of from.read(session)) {
    const known = written + batch.length > 0 ? undefined : await there.next();
    if (known?.done === false) {
      if (canonicalJson(known.value) !== canonicalJson(entry)) throw diverged(session, entry.seq);
      end = entry.seq;
      continue;
    }
    if (batch.push(entry) === batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  else if (written === 0 && (await there.next()).done === false) throw ahead(session, end);
  return { entries: end, written };
}

async function checkThere(store: JournalStore, session: string): Promise<void> {
  for await (const _ of store.read(session)) return;
  throw notFound(session);
}

/** One that the session has lost is missing in the copy too. */
async function copyBlob(from: JournalStore, to: JournalStore, session: string, hash: string): Promise<void> {
  const bytes = await from.blob(session, hash);
  if (bytes) await to.putBlob(session, bytes);
}

function canonicalJson(entry: Entry): string {
  return JSON.stringify(inOrder(entry));
}

function diverged(session: string, seq: number): SessionError {
  return new SessionError("conflict", `Session ${session} is another one there from entry ${seq} on.`, {
    hint: "Both have gone on since, or one was scrubbed. Fork the one that you want to keep, and copy the fork.",
  });
}

function ahead(session: string, end: number): SessionError {
  return new SessionError("conflict", `Session ${session} has gone on there, after entry ${end}.`, {
    hint: "Copy it the other way.",
  });
}
