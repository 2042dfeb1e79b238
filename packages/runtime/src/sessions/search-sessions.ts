import { existsSync } from "node:fs";
import type { FindOptions, SearchHit } from "@skein/sessions/search";
import type { SessionStores } from "./stores.ts";
import { loadSessionsSearch } from "../later.ts";

type SearchStores = Pick<SessionStores, "journals" | "indexFile">;

export interface SearchOptions extends FindOptions {
  readonly signal?: AbortSignal;
}

/** Searches all sessions, after updating the index with new entries. */
export async function searchSessions(
  stores: SearchStores,
  query: string,
  { signal, ...options }: SearchOptions = {},
): Promise<readonly SearchHit[]> {
  const { cannotBeWritten, openSearch } = await loadSessionsSearch();
  const { journals } = stores;
  const listed = await journals.list();
  const readable = listed.flatMap((line) => ("summary" in line ? [line.session] : []));
  const find = async (path: string): Promise<readonly SearchHit[]> => {
    using search = openSearch(path);
    await search.update(journals, readable, signal);
    return search.search(query, options);
  };
  // If the index cannot be written, it is built in memory.
  return find(stores.indexFile).catch((error: unknown) => {
    if (!cannotBeWritten(error)) throw error;
    return find(":memory:");
  });
}

/** Removes scrubbed and deleted content from the index, if there is one. */
export async function refreshIndex(stores: SearchStores): Promise<void> {
  if (existsSync(stores.indexFile)) await searchSessions(stores, "");
}
