import {
  checkSessionId,
  createSessionNotifier,
  followEntries,
  type Entry,
  type EntryKind,
} from "@skein/protocol";
import type { SessionStore } from "@skein/sessions";
import { withMediaKept, sha256 } from "@skein/sessions/store-parts";
import { appendEntries } from "./append-entries.ts";
import { blobTable } from "./blob-table.ts";
import { openClaims } from "./claims.ts";
import { openDatabase, type DatabaseOptions } from "./database.ts";
import type { LargeBlobs } from "./large-blobs.ts";
import { openLeases, type LeaseHolder } from "./leases.ts";
import { listSessions } from "./list-sessions.ts";
import { openNotifications } from "./notifications.ts";
import { openingError, storeError } from "./postgres-errors.ts";
import { readEntries } from "./read-entries.ts";
import { removeSession, rewriteSession } from "./rewrite-session.ts";
import { prepareSchema, quotedSchema } from "./schema.ts";
import { searchMessages, type MessageHit } from "./search-messages.ts";

/** Each draft is a transaction, and a row that stays. */
const draftMs = 2_000;

export interface PostgresJournalOptions extends DatabaseOptions {
  /** The schema that has the tables. Default `skein`. */
  readonly schema?: string;
  /** Where blobs of more than 1 MB are kept. Default: in the database like the others. */
  readonly blobs?: LargeBlobs;
}

export interface PostgresJournal extends SessionStore {
  /** Searches what people and models said: words, "phrases", -without. The newest first. */
  searchMessages(words: string, limit?: number): Promise<readonly MessageHit[]>;
  readonly claim: NonNullable<SessionStore["claim"]>;
  /** Who writes which session now, by their leases. */
  leaseHolders(): Promise<ReadonlyMap<string, LeaseHolder>>;
}

/**
 * Sessions in a Postgres database, for several machines at once. Connects and prepares its tables first; throws
 * `ConfigError` when the database cannot be reached or used.
 */
export async function openPostgresJournal(options: PostgresJournalOptions): Promise<PostgresJournal> {
  const { schema: name = "skein", url } = options;
  const schema = quotedSchema(name);
  const channel = `${name}_growth`;
  const database = openDatabase(options);
  try {
    await prepareSchema(database, schema);
  } catch (error) {
    await database.close();
    throw openingError(error, url);
  }
  const bell = createSessionNotifier();
  const notifications = openNotifications(database, channel, (session) => bell.notify(session));
  const claims = openClaims(database, schema);
  const leases = openLeases(database, schema, claims);
  const blobs = blobTable(database, schema, options.blobs);
  const parts = { database, schema, leases, blobs, channel };
  let closing = new AbortController();

  async function work<Result>(session: string, does: () => Promise<Result>): Promise<Result> {
    checkSessionId(session);
    try {
      return await does();
    } catch (error) {
      throw storeError(error, session, url);
    }
  }

  async function* read(session: string, from = 1, kinds?: readonly EntryKind[]): AsyncGenerator<Entry> {
    checkSessionId(session);
    try {
      yield* readEntries(parts, { session, from, kinds });
    } catch (error) {
      throw storeError(error, session, url);
    }
  }

  async function* subscribe(session: string, from: number, signal: AbortSignal): AsyncGenerator<Entry> {
    const unfollow = notifications.follow();
    try {
      yield* followEntries(
        {
          read: (next) => read(session, next),
          onGrowth: (listener) => bell.onGrowth(session, listener),
          get pollMs() {
            return notifications.pollMs();
          },
        },
        from,
        AbortSignal.any([signal, closing.signal]),
      );
    } finally {
      unfollow();
    }
  }

  async function keep(session: string, entry: Entry): Promise<Entry> {
    const media: Uint8Array[] = [];
    const kept = withMediaKept(entry, (bytes) => (media.push(bytes), sha256(bytes)));
    for (const bytes of media) await blobs.put(session, bytes);
    return kept;
  }

  async function close(): Promise<void> {
    closing.abort();
    closing = new AbortController();
    notifications.close();
    await database.close();
  }

  return {
    append: (session, expectedSeq, entries) =>
      work(session, async () => {
        const kept: Entry[] = [];
        for (const entry of entries) kept.push(await keep(session, entry));
        await appendEntries(parts, { session, expectedSeq, entries: kept });
        bell.notify(session);
      }),
    read,
    subscribe,
    lease: (session, owner, ttlMs) =>
      work(session, async () => {
        const lease = await leases.take(session, owner, ttlMs);
        return {
          renew: () => work(session, () => lease.renew()),
          release: () => work(session, () => lease.release()),
        };
      }),
    draftMs,
    putBlob: (session, bytes) => work(session, () => blobs.put(session, bytes)),
    blob: (session, hash) => work(session, () => blobs.get(session, hash)),
    lastSeq: (session) =>
      work(session, async () => {
        const [row] = await database.repeat((query) =>
          query(`SELECT last_seq FROM ${schema}.sessions WHERE session = $1`, [session]),
        );
        return Number(row?.["last_seq"] ?? 0);
      }),
    list: (only) => listSessions(parts, only),
    remove: (session) => work(session, () => removeSession(parts, session)),
    rewrite: (session, changes) =>
      work(session, async () => {
        const rewritten = await rewriteSession(parts, session, changes);
        bell.notify(session);
        return rewritten;
      }),
    claim: (session, claim) => work(session, () => claims.take(session, claim)),
    leaseHolders: () => leases.holders(),
    searchMessages: (words, limit = 20) => searchMessages(database, schema, words, limit),
    close,
    [Symbol.asyncDispose]: close,
  };
}
