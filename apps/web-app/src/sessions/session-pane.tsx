import { useDeferredValue, useEffect, useState, type ReactNode } from "react";
import { hashOf, machinePages, type Route } from "../state/route.ts";
import { server } from "../state/server.ts";
import { useStore } from "../state/store.ts";
import { OtherQuestions } from "../approvals/other-questions.tsx";
import { sessionList } from "./listed.ts";
import { SessionRow } from "./session-row.tsx";

const pageNames: Readonly<Record<(typeof machinePages)[number], string>> = {
  recipes: "Recipes",
  schedules: "Schedules",
  extensions: "Extensions",
  permissions: "Permissions",
  settings: "Settings",
  costs: "Costs",
};

/** All sessions, the one written last first; a search looks into what was said, too. */
export function SessionPane({ route }: { readonly route: Route }): ReactNode {
  const { lines, isLoaded, questions } = useStore(sessionList);
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const hits = useHits(wanted);
  const shown = lines.filter(
    ({ id, title, cwd }) =>
      hits.has(id) || title.toLowerCase().includes(wanted) || cwd.toLowerCase().includes(wanted),
  );
  const current = route.page === "session" ? route.session : undefined;
  return (
    <>
      <header className="pane-head">
        <h1>
          <a className="brand" href="#/">
            Skein
          </a>
        </h1>
        <a className="button primary" href="#/">
          New session
        </a>
      </header>
      <input
        type="search"
        className="search"
        aria-label="Search sessions"
        placeholder="Search sessions"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <OtherQuestions current={current} />
      <nav className="session-list" aria-label="Sessions">
        {isLoaded && shown.length === 0 ? (
          <p className="empty">{wanted === "" ? "No sessions yet." : "Nothing found."}</p>
        ) : undefined}
        <ul>
          {shown.map((line) => (
            <SessionRow
              key={line.id}
              line={line}
              isCurrent={line.id === current}
              isWaiting={(questions[line.id] ?? []).length > 0}
            />
          ))}
        </ul>
      </nav>
      <nav className="page-list" aria-label="Machine">
        {machinePages.map((page) => (
          <a key={page} href={hashOf({ page })} aria-current={route.page === page ? "page" : undefined}>
            {pageNames[page]}
          </a>
        ))}
      </nav>
    </>
  );
}

/** Sessions in which the words were said. */
function useHits(words: string): ReadonlySet<string> {
  const [found, setFound] = useState<{ readonly words: string; readonly hits: ReadonlySet<string> }>();
  useEffect(() => {
    if (words.length < 2) return undefined;
    const left = new AbortController();
    server.searchSessions({ query: words, limit: 100 }, { signal: left.signal }).then(
      ({ hits }) => setFound({ words, hits: new Set(hits.map(({ session }) => session)) }),
      () => undefined, // names and folders are searched all the same
    );
    return () => left.abort();
  }, [words]);
  return found?.words === words ? found.hits : new Set();
}
