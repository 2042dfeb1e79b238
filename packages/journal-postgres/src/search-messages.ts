import { slowMs, type Database } from "./database.ts";

/** A message that has the words. */
export interface MessageHit {
  readonly session: string;
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: "user-message" | "assistant-message";
  readonly said: string;
}

/**
 * Searches what people and models said, with the database's own index. Later rewinds are not looked at.
 *
 * @param words - as `websearch_to_tsquery` reads them: words, "phrases", or, -without. The newest first.
 */
export async function searchMessages(
  database: Database,
  schema: string,
  words: string,
  limit: number,
): Promise<readonly MessageHit[]> {
  const rows = await database.repeat(
    (query) =>
      query(
        `SELECT session, seq, at, kind, ${schema}.said(body) AS said FROM ${schema}.entries
       WHERE kind IN ('user-message', 'assistant-message')
         AND to_tsvector('simple', ${schema}.said(body)) @@ websearch_to_tsquery('simple', $1)
       ORDER BY at DESC, session, seq DESC LIMIT $2`,
        [words.replaceAll("\0", " "), limit],
      ),
    slowMs,
  );
  return rows as unknown as readonly MessageHit[];
}
