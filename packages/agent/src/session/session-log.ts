import {
  isEffectiveAfter,
  type AttemptModel,
  type Clock,
  type Entry,
  type EntryBody,
  type EntryKind,
  type EntryOf,
  type JournalStore,
  type JsonValue,
  type Lease,
  type MeasuredCall,
  type Transcript,
} from "@skein/protocol";
import { loadSessionState, modelKey, type SessionState } from "./load-session-state.ts";
import type { Redact } from "./redact-secrets.ts";
import { createInputBounds, type InputBounds } from "../requests/token-bounds.ts";

const leaseMs = 30_000;

/** A session opened for writing: its journal, and the views of it that the loop needs. */
export interface SessionLog {
  readonly id: string;
  readonly transcript: Transcript;
  /** Of the requests of its loop, and of those beside it. */
  readonly inputBounds: InputBounds;
  /** Call ids taken so far. */
  readonly callIds: Set<string>;
  /** Sessions of the subagents that a call has started. */
  childrenOf(callId: string): readonly string[];
  /** Those that worked in the background when the session was cut off, and never reported. Told once. */
  takeLostChildren(): readonly string[];
  /** Hash of the context in force; `undefined` before the first. */
  contextHash(): string | undefined;
  settings(): EntryOf<"settings"> | undefined;
  /** What people call it, and who gave the name; also the one that it was started with. */
  name(): SessionState["latest"]["name"];
  /** The last call of the loop that told what it took, unless the conversation was changed since. */
  measured(): MeasuredCall | undefined;
  /**
   * Whether dynamic context must be said again as a whole: the session was opened, or the conversation was changed, since
   * it was said last.
   */
  isContextStale(): boolean;
  /** `seq` of the last rewind. */
  rewoundAt(): number | undefined;
  /** The last request of the loop, as far as the model still sees that part. */
  lastAsked(): EntryOf<"model-request"> | undefined;
  /** Tokens; the smaller of what the model's limits say and what its vendor said in this session. */
  windowOf(model: AttemptModel): number | undefined;
  /** What an extension keeps with the session. */
  stateOf(extension: string): JsonValue | undefined;
  isNew(): boolean;
  /** Whether something could not be written: then nothing is any more, until the session is opened anew. */
  isBroken(): boolean;
  /** Only what stands, and only these kinds. */
  read(from?: number, kinds?: readonly EntryKind[]): AsyncIterable<Entry>;
  /** Resolves when all of them are on disk. They stand in the order of the calls, one after the other. */
  write(run: string | null, ...bodies: EntryBody[]): Promise<readonly Entry[]>;
  putBlob(bytes: Uint8Array): Promise<string>;
  blob(hash: string): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly store: JournalStore;
  readonly session: string;
  readonly owner: string;
  readonly clock: Clock;
  /** What every entry goes through before it is written. */
  readonly redact: Redact;
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
  { store, session, clock, redact }: OpenOptions,
  release: () => Promise<void>,
): Promise<SessionLog> {
  let state = await loadSessionState(store, session);
  let seq = state.lastSeq;
  const openedAt = state.lastSeq;
  let lostChildren = state.lostChildren;
  const writer = createWriter(store, session, seq);
  /** What is written while the state is loaded again. */
  let meanwhile: Entry[] | undefined;
  let reloading: Promise<void> | undefined;

  function addToState(entry: Entry): void {
    if (entry.seq > state.lastSeq) state.append(entry);
    meanwhile?.push(entry);
  }

  /** After a rewind: it may bring back what a compaction has hidden, and what was never read. */
  async function reloadState(): Promise<void> {
    const written: Entry[] = [];
    meanwhile = written;
    state = await loadSessionState(store, session);
    meanwhile = undefined;
    written.forEach(addToState);
  }

  return {
    id: session,
    inputBounds: createInputBounds(),
    get transcript() {
      return state.transcript;
    },
    get callIds() {
      return state.callIds;
    },
    childrenOf: (callId) => [...(state.children.get(callId) ?? [])],
    takeLostChildren() {
      const lost = lostChildren;
      lostChildren = [];
      return lost;
    },
    contextHash: () => state.latest.context?.hash,
    settings: () => state.latest.settings,
    name: () => state.latest.name,
    measured: () => state.latest.measured,
    isContextStale: () => (state.latest.dynamicContext ?? 0) <= Math.max(openedAt, state.latest.change ?? 0),
    rewoundAt: () => state.latest.rewind,
    lastAsked: () => state.latest.request,
    windowOf({ provider, id, limits }) {
      const windows = [limits.contextTokens, state.windows.get(modelKey({ provider, model: id }))];
      const known = windows.filter((tokens) => tokens !== undefined);
      return known.length === 0 ? undefined : Math.min(...known);
    },
    stateOf: (extension) => state.states.get(extension),
    async *read(from, kinds) {
      const stands = isEffectiveAfter(state.rewinds);
      for await (const entry of store.read(session, from, kinds)) {
        if (entry.kind === "rewind" || !stands(entry.seq)) continue;
        if (!kinds || kinds.includes(entry.kind)) yield entry;
      }
    },
    isNew: () => seq === 0,
    isBroken: () => writer.isBroken(),
    async write(run, ...bodies) {
      const at = clock.now();
      const entries = bodies.map((body): Entry => ({ v: 1, seq: ++seq, at, run, ...redact(body) }));
      await writer.append(entries);
      entries.forEach(addToState);
      if (entries.some((entry) => entry.kind === "rewind"))
        reloading = reloadState().finally(() => (reloading = undefined));
      // Also for what comes meanwhile, so that all is told in the order of the journal.
      await reloading;
      return entries;
    },
    putBlob: (bytes) => store.putBlob(session, bytes),
    blob: (hash) => store.blob(session, hash),
    async close() {
      await writer.idle();
      // A store that cannot be written was complained of before; the lease lapses by itself.
      await release().catch(() => undefined);
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
    isBroken: () => broken !== undefined,
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
