import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { isConnectionLost, isUnanswered } from "./postgres-errors.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** Connections to one database, few and shared. */
export interface Database {
  readonly url: string;
  /**
   * Runs one statement, again after a lost connection, until it was tried for as long as is allowed. Whatever is run like
   * this must be safe to run twice: the answer may be lost of a statement that was carried out.
   *
   * @param work - gets `isRepeated` when an earlier try may have been carried out.
   * @param longestMs - how long each statement may take. Default 5 s: longer without an answer is a connection that was cut.
   */
  repeat<Result>(
    work: (query: Query, isRepeated: boolean) => Promise<Result>,
    longestMs?: number,
  ): Promise<Result>;
  /** One transaction on one connection, tried once. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
  /** One statement on one connection, tried once. */
  once: Query;
  /** A connection of its own, for listening. */
  connect(): Promise<pg.Client>;
  /** Ends all connections of the pool; the next statement opens one again. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  /** Default 3. */
  readonly connections?: number;
  /** How long statements are tried again since the database has answered none. Default 20 s. */
  readonly retryMs?: number;
}

/** For statements that read or write much. */
export const slowMs = 60_000;
const connectMs = 5_000;
/** A cable that was pulled ends no connection: only the answer does not come. Statements on one row take milliseconds. */
export const quickMs = 5_000;
const longestWaitMs = 1_000;

/** A statement that has so long for its answer. The driver's types do not know that it takes the time. */
export function timed(
  text: string,
  values: readonly unknown[],
  longestMs: number,
): pg.QueryConfig & { readonly query_timeout: number } {
  return { text, values: [...values], query_timeout: longestMs };
}

/** The statement that is lost rejects by itself, and the next one finds another connection. */
const ignoreLoss = (): void => undefined;

export function openDatabase({ url, connections = 3, retryMs = 20_000 }: DatabaseOptions): Database {
  const settings: pg.ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: slowMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: "skein",
  };
  let pool = openPool();

  function openPool(): pg.Pool {
    // Idle connections must not hold the process.
    const made = new pg.Pool({
      ...settings,
      max: connections,
      idleTimeoutMillis: 10_000,
      allowExitOnIdle: true,
    });
    made.on("error", ignoreLoss); // an idle connection that ended
    // The pool does not listen while one is lent, and a loss without a listener ends the process.
    made.on("connect", (client) => client.on("error", ignoreLoss));
    return made;
  }

  /** Since when nothing was answered: once that is too long, everything is tried once more and no longer. */
  let lostAt: number | undefined;
  /** What is being asked: a pool that is ended in the middle of it would answer nothing. */
  const asked = new Set<Promise<unknown>>();

  function ask<Result>(answer: Promise<Result>): Promise<Result> {
    asked.add(answer);
    return answer.finally(() => asked.delete(answer));
  }

  const within =
    (longestMs: number): Query =>
    async (text, values = []) =>
      (await ask(pool.query<Row>(timed(text, values, longestMs)))).rows;

  /** One connection that gives no answer is seldom alone, and each of the others would be waited for, too. */
  function leaveConnections(): void {
    const left = pool;
    pool = openPool();
    void Promise.allSettled(asked).then(() => left.end());
  }

  async function inTransaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      await client.query("BEGIN");
      const result = await work(
        async (text, values = []) => (await client.query<Row>(text, [...values])).rows,
      );
      await client.query("COMMIT");
      return result;
    } catch (error) {
      failure = await client.query("ROLLBACK").then(
        () => undefined,
        (lost: unknown) => (lost instanceof Error ? lost : new Error(String(lost))),
      );
      throw error;
    } finally {
      client.release(failure);
    }
  }

  return {
    url,
    once: within(slowMs),
    async repeat(work, longestMs = quickMs) {
      const query = within(longestMs);
      for (let tries = 0; ; tries++) {
        try {
          const result = await work(query, tries > 0);
          lostAt = undefined;
          return result;
        } catch (error) {
          if (!isConnectionLost(error)) throw error;
          if (isUnanswered(error)) leaveConnections();
          lostAt ??= Date.now();
          const waitMs = Math.min(longestWaitMs, 50 * 2 ** tries);
          if (Date.now() + waitMs > lostAt + retryMs) throw error;
          await setTimeout(waitMs);
        }
      }
    },
    transaction: (work) => ask(inTransaction(work)),
    async connect() {
      const client = new pg.Client(settings);
      client.on("error", ignoreLoss);
      await client.connect();
      return client;
    },
    async close() {
      const open = pool;
      pool = openPool();
      await Promise.allSettled(asked);
      await open.end();
    },
  };
}
