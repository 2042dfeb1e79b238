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
  type LeftOutTool,
  type MeasuredCall,
  type Transcript,
  kindVersion,
} from "@skein/protocol";
import { loadSessionState, modelKey, type SessionState } from "./load-session-state.ts";
import type { Redact } from "./redact-secrets.ts";
import { createInputBounds, type InputBounds } from "./token-bounds.ts";

const leaseMs = 30_000;

/** A session opened for writing: its journal, and the views of it that the loop needs. */
export interface SessionLog {
  readonly id: string;
  readonly transcript: Transcript;
  /** For the requests of the loop and auxiliary ones. */
  readonly inputBounds: InputBounds;
  /** Call ids used so far. */
  readonly callIds: Set<string>;
  /** Sessions of the subagents that a call started. */
  childrenOf(callId: string): readonly string[];
  /** Background subagents that never reported before the session was cut off. Returned once. */
  takeLostChildren(): readonly string[];
  /** Background subagents that the last run left with an open question, and that have not reported since. */
  waitingChildren(): readonly string[];
  /** Hash of the context in force; `undefined` before the first. */
  contextHash(): string | undefined;
  /** Tools that providers have rejected in this session. */
  leftOutTools(): readonly LeftOutTool[];
  settings(): EntryOf<"settings"> | undefined;
  /** The session's name and who gave it. */
  name(): SessionState["latest"]["name"];
  /** The loop's last call with known usage, unless the history was changed since. */
  measured(): MeasuredCall | undefined;
  /**
   * Whether all dynamic context must be sent again, because the session was opened or the history changed
   * since it was last sent.
   */
  isContextStale(): boolean;
  /** `seq` of the last rewind. */
  rewoundAt(): number | undefined;
  /** The loop's last request, if it is still in the visible range. */
  lastAsked(): EntryOf<"model-request"> | undefined;
  /**
   * Context window in tokens: the smaller of the model's limit and what its vendor reported in this session.
   */
  windowOf(model: AttemptModel): number | undefined;
  /** An extension's state in this session. */
  stateOf(extension: string): JsonValue | undefined;
  isNew(): boolean;
  /** Whether a write failed. Then all writes fail until the session is opened again. */
  isBroken(): boolean;
  /** Reads the effective entries, optionally only of these kinds. */
  read(from?: number, kinds?: readonly EntryKind[]): AsyncIterable<Entry>;
  /** Resolves when all of them are on disk. Writes keep the order of the calls. */
  write<Bodies extends readonly EntryBody[]>(
    run: string | null,
    ...bodies: Bodies
  ): Promise<{ readonly [At in keyof Bodies]: EntryOf<Bodies[At]["kind"]> }>;
  /** See `JournalStore.draftMs`. */
  readonly draftMs: number | undefined;
  putBlob(bytes: Uint8Array): Promise<string>;
  blob(hash: string): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly store: JournalStore;
  readonly session: string;
  readonly owner: string;
  readonly clock: Clock;
  /** Applied to every entry before it is written. */
  readonly redact: Redact;
  /** Called when the lease is lost. */
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
  /** Entries that are written while the state is reloaded. */
  let meanwhile: Entry[] | undefined;
  let reloading: Promise<void> | undefined;

  function addToState(entry: Entry): void {
    // A draft only helps a session that crashes; this one gets the reply itself.
    if (entry.seq > state.lastSeq && entry.kind !== "reply-draft") state.append(entry);
    meanwhile?.push(entry);
  }

  /** A rewind can make entries visible again that compaction had hidden and that were never read. */
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
    waitingChildren: () => [...state.waitingChildren],
    contextHash: () => state.latest.context?.hash,
    leftOutTools: () => state.latest.context?.leftOutTools ?? [],
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
      const isEffective = isEffectiveAfter(state.rewinds);
      for await (const entry of store.read(session, from, kinds)) {
        if (entry.kind === "rewind" || !isEffective(entry.seq)) continue;
        if (!kinds || kinds.includes(entry.kind)) yield entry;
      }
    },
    isNew: () => seq === 0,
    isBroken: () => writer.isBroken(),
    async write<Bodies extends readonly EntryBody[]>(run: string | null, ...bodies: Bodies) {
      const at = clock.now();
      const entries = bodies.map((body): Entry => ({
        v: kindVersion(body.kind),
        seq: ++seq,
        at,
        run,
        ...redact(body),
      }));
      await writer.append(entries);
      entries.forEach(addToState);
      if (entries.some((entry) => entry.kind === "rewind"))
        reloading = reloadState().finally(() => (reloading = undefined));
      // Writes made meanwhile wait too, so that events keep the journal's order.
      await reloading;
      return entries as readonly Entry[] as { readonly [At in keyof Bodies]: EntryOf<Bodies[At]["kind"]> };
    },
    draftMs: store.draftMs,
    putBlob: (bytes) => store.putBlob(session, bytes),
    blob: (hash) => store.blob(session, hash),
    async close() {
      await writer.idle();
      // A failing store was reported by the write; the lease expires by itself.
      await release().catch(() => undefined);
    },
  };
}

/** Appends in order; entries that arrive during an append are batched into the next one. */
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
        broken = { error }; // later entries would leave a gap
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
