import {
  type Clock,
  type Entry,
  type EntryBody,
  type EntryOf,
  type JournalStore,
  type Lease,
  type Transcript,
} from "@skein/protocol";
import { hearSession } from "./hear-session.ts";
import type { Hide } from "./hide-secrets.ts";

const leaseMs = 30_000;

/** A session opened for writing: its journal, and the views of it that the loop needs. */
export interface SessionLog {
  readonly id: string;
  readonly transcript: Transcript;
  /** Call ids taken so far. */
  readonly callIds: Set<string>;
  /** Hash of the context in force; `undefined` before the first. */
  contextHash(): string | undefined;
  settings(): EntryOf<"settings"> | undefined;
  /** What people call it. */
  name(): string | undefined;
  isNew(): boolean;
  /** Resolves when all of them are on disk. They stand in the order of the calls, one after the other. */
  write(run: string | null, ...bodies: EntryBody[]): Promise<readonly Entry[]>;
  putBlob(bytes: Uint8Array): Promise<string>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly store: JournalStore;
  readonly session: string;
  readonly owner: string;
  readonly clock: Clock;
  /** What every entry goes through before it is written. */
  readonly hide: Hide;
  /** Called when the right to write is lost. */
  readonly onLost: (error: unknown) => void;
}

export async function openSession(options: OpenOptions): Promise<SessionLog> {
  const { store, session, owner, onLost } = options;
  const lease = await store.lease(session, owner, leaseMs);
  try {
    return await readSession(options, keepAlive(lease, onLost));
  } catch (error) {
    await lease.release();
    throw error;
  }
}

async function readSession(
  { store, session, clock, hide }: OpenOptions,
  release: () => Promise<void>,
): Promise<SessionLog> {
  let heard = await hearSession(store, session);
  let seq = heard.lastSeq;
  const writer = createWriter(store, session, seq);
  return {
    id: session,
    get transcript() {
      return heard.transcript;
    },
    callIds: heard.callIds,
    contextHash: () => heard.said.context?.hash,
    settings: () => heard.said.settings,
    name: () => heard.said.name?.name,
    isNew: () => seq === 0,
    async write(run, ...bodies) {
      const at = clock.now();
      const entries = bodies.map((body): Entry => ({ v: 1, seq: ++seq, at, run, ...hide(body) }));
      await writer.append(entries);
      entries.forEach(heard.take);
      const wasHidden = entries.some((entry) => entry.kind === "rewind" && entry.to < heard.from);
      if (wasHidden) heard = await hearSession(store, session);
      return entries;
    },
    putBlob: (bytes) => store.putBlob(session, bytes),
    async close() {
      await writer.idle();
      await release();
    },
  };
}

/** Appends in order; what comes while an append is under way goes together in the next one. */
function createWriter(store: JournalStore, session: string, lastSeq: number) {
  let waiting: { entries: readonly Entry[]; done: () => void; failed: (error: unknown) => void }[] = [];
  let running: Promise<void> = Promise.resolve();
  let broken: { error: unknown } | undefined;

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        if (broken) throw broken.error;
        const entries = batch.flatMap((write) => write.entries);
        await store.append(session, lastSeq, entries);
        lastSeq = entries.at(-1)?.seq ?? lastSeq;
        for (const write of batch) write.done();
      } catch (error) {
        broken = { error }; // what follows would leave a gap
        for (const write of batch) write.failed(error);
      }
    }
  }

  return {
    append(entries: readonly Entry[]): Promise<void> {
      const { promise, resolve: done, reject: failed } = Promise.withResolvers<void>();
      waiting.push({ entries, done, failed });
      if (waiting.length === 1) running = running.then(flush);
      return promise;
    },
    idle: () => running,
  };
}

function keepAlive(lease: Lease, onLost: (error: unknown) => void): () => Promise<void> {
  const timer = setInterval(() => {
    lease.renew().catch((error: unknown) => {
      clearInterval(timer);
      onLost(error);
    });
  }, leaseMs / 3);
  timer.unref();
  return () => {
    clearInterval(timer);
    return lease.release();
  };
}
