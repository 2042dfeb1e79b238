import {
  createTranscript,
  type Clock,
  type Entry,
  type EntryBody,
  type EntryOf,
  type JournalStore,
  type Lease,
  type Transcript,
} from "@skein/protocol";

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
  /** Called when the right to write is lost. */
  readonly onLost: (error: unknown) => void;
}

export async function openSession({
  store,
  session,
  owner,
  clock,
  onLost,
}: OpenOptions): Promise<SessionLog> {
  const lease = await store.lease(session, owner, leaseMs);
  try {
    return await readSession(store, session, clock, keepAlive(lease, onLost));
  } catch (error) {
    await lease.release();
    throw error;
  }
}

async function readSession(
  store: JournalStore,
  session: string,
  clock: Clock,
  release: () => Promise<void>,
): Promise<SessionLog> {
  const transcript = createTranscript();
  const callIds = new Set<string>();
  let seq = 0;
  let contextHash: string | undefined;
  let settings: EntryOf<"settings"> | undefined;

  function take(entry: Entry): void {
    transcript.add(entry);
    if (entry.kind === "context") contextHash = entry.hash;
    else if (entry.kind === "settings") settings = entry;
    else if (entry.kind === "assistant-message") {
      for (const part of entry.content) if (part.type === "tool-call") callIds.add(part.id);
    }
  }

  for await (const entry of store.read(session)) {
    take(entry);
    seq = entry.seq;
  }
  const writer = createWriter(store, session, seq);
  return {
    id: session,
    transcript,
    callIds,
    contextHash: () => contextHash,
    settings: () => settings,
    isNew: () => seq === 0,
    async write(run, ...bodies) {
      const at = clock.now();
      const entries = bodies.map((body): Entry => ({ v: 1, seq: ++seq, at, run, ...body }));
      await writer.append(entries);
      entries.forEach(take);
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
