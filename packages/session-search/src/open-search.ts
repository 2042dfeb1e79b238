import { find, type FindOptions, type Hit } from "./find.ts";
import { isUnusable, openIndexFile, removeIndexFile, type IndexFile } from "./index-file.ts";
import { updateIndex, type SearchSource, type Updated } from "./update-index.ts";

export interface SearchSettings {
  /** Whether what models thought can be found. Default false. An index made with the other answer is made anew. */
  readonly thinking?: boolean;
}

/** Finds what was said and done in all sessions. Several processes may use the same index. */
export interface SessionSearch extends Disposable {
  /**
   * Brings the index to what the store holds: what is new, what was scrubbed, what is gone. Reads only that.
   *
   * @param sessions - all that are to be found.
   */
  update(source: SearchSource, sessions: readonly string[], signal?: AbortSignal): Promise<Updated>;
  /**
   * What the index holds, as of the last update of any process. All words of the query must be there, in any order;
   * `"…"` is a phrase, `word*` a beginning, `-word` must not be there. Everything else is literal: no query is wrong.
   */
  search(query: string, options?: FindOptions): readonly Hit[];
  close(): void;
}

/**
 * Opens the index at `path`, or makes it. It is a view of the sessions: a damaged one, or one of another version, is
 * thrown away, and the next update makes it anew.
 */
export function openSearch(path: string, { thinking = false }: SearchSettings = {}): SessionSearch {
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

  /** Damage shows where the bytes are read, which may be long after opening. */
  function startAnew(error: unknown): void {
    if (!isUnusable(error)) throw error;
    if (!file || file.isCurrent()) removeIndexFile(path);
    close();
  }

  return {
    update(source, sessions, signal) {
      const work = async (): Promise<Updated> => {
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
        return find(opened(), query, options);
      } catch (error) {
        startAnew(error);
        return find(opened(), query, options);
      }
    },
    close,
    [Symbol.dispose]: close,
  };
}
