import type { SearchChats } from "@skein/extensions-builtin/chatrecall";
import { searchSessions } from "../sessions/search-sessions.ts";
import type { SessionStores } from "../sessions/stores.ts";

/** The search that the built-in `chatrecall` uses. What a rewind undid is left out. */
export function searchChatsIn(stores: Pick<SessionStores, "journals" | "indexFile">): SearchChats {
  return async (query, { limit, cwd, signal }) => {
    const hits = await searchSessions(stores, query, {
      limit,
      signal,
      ...(cwd === undefined ? {} : { cwd }),
    });
    return hits
      .filter(({ isRewound }) => !isRewound)
      .map(({ session, cwd: folder, at, role, snippet }) => ({
        session,
        cwd: folder,
        at,
        role,
        excerpt: `${snippet.isCutBefore ? "…" : ""}${snippet.text}${snippet.isCutAfter ? "…" : ""}`,
      }));
  };
}
