import { findHits, type FindOptions, type SearchHit } from "./find.ts";
import { isUnusable, openIndexFile, removeIndexFile, type IndexFile } from "./index-file.ts";
import { updateIndex, type SearchSource, type UpdateResult } from "./update-index.ts";

export interface SessionSearchSettings {
  /** Whether thinking is indexed. Default false. An index with the other setting is rebuilt. */
  readonly thinking?: boolean;
}

/** Full-text search over all sessions. Several processes may use the same index. */
export interface SessionSearch extends Disposable {
  /**
   * Updates the index: what is new, scrubbed or gone. Reads nothing else.
   *
   * @param sessions - all sessions to index.
   */
  update(source: SearchSource, sessions: readonly string[], signal?: AbortSignal): Promise<UpdateResult>;
  /**
   * Searches the index as of the last update by any process. All words of the query must occur, in any order; `"…"`
   * is a phrase, `word*` a prefix, `-word` excludes. Everything else is literal: no query is invalid.
   */
  search(query: string, options?: FindOptions): readonly SearchHit[];
  close(): void;
}

/**
 * Opens or creates the index at `path`. It is a view of the sessions: a damaged one, or one of another version, is
 * deleted, and the next update rebuilds it.
 */
export function openSearch(path: string, { thinking = false }: SessionSearchSettings = {}): SessionSearch {
  const settings = JSON.stringify({ thinking });
  let file: IndexFile | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const opened = (): IndexFile => {
    if (file && !file.isCurrent()) close();
    return (file ??= openIndexFile(path, settings));
  };

  function close(): void {
    file?.close();
    file = undefined;
  }

  /** Damage shows when the bytes are read, which may be long after opening. */
  function startAnew(error: unknown): void {
    if (!isUnusable(error)) throw error;
    if (!file || file.isCurrent()) removeIndexFile(path);
    close();
  }

  return {
    update(source, sessions, signal) {
      const work = async (): Promise<UpdateResult> => {
        const options = { thinking, signal };
        try {
          return await updateIndex(opened(), source, sessions, options);
        } catch (error) {
          startAnew(error);
          return updateIndex(opened(), source, sessions, options);
        }
      };
      // One after the other: they share one connection.
      const done = last.then(work);
      last = done.catch(() => undefined);
      return done;
    },
    search(query, options) {
      try {
        return findHits(opened(), query, options);
      } catch (error) {
        startAnew(error);
        return findHits(opened(), query, options);
      }
    },
    close,
    [Symbol.dispose]: close,
  };
}
