import type { JsonObject } from "@skein/protocol";

/**
 * How a search engine is asked and what it answers, as data. In texts `${query}` and `${key}` stand for those, and
 * `${count}` alone for the number of results.
 */
export interface SearchEngine {
  readonly id: string;
  /** Absent: the user gives it, since anybody may run one. */
  readonly url?: string;
  /** Behind the address. */
  readonly path: string;
  /** The variable that its key is usually in. Absent: it takes none. */
  readonly keyVariable?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Parameters of the address. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Sent as JSON with POST. Absent: it is asked with GET. */
  readonly body?: JsonObject;
  /** Where the list of results is in the answer: names, with full stops between them. */
  readonly results: string;
  /** The fields of a result. A text may be a list of texts. */
  readonly fields: {
    readonly title: string;
    readonly url: string;
    readonly text: string;
    readonly date: string;
  };
}

/**
 * Sources, read 2026-11-26: api-dashboard.search.brave.com/docs, docs.tavily.com (Search), exa.ai/docs/reference/search,
 * docs.searxng.org (Search API; `json` has to be among its `search.formats`).
 */
const all: readonly SearchEngine[] = [
  {
    id: "brave",
    url: "https://api.search.brave.com",
    path: "/res/v1/web/search",
    keyVariable: "BRAVE_API_KEY",
    headers: { "x-subscription-token": "${key}" },
    parameters: { q: "${query}", count: "${count}" },
    results: "web.results",
    fields: { title: "title", url: "url", text: "description", date: "page_age" },
  },
  {
    id: "tavily",
    url: "https://api.tavily.com",
    path: "/search",
    keyVariable: "TAVILY_API_KEY",
    headers: { authorization: "Bearer ${key}" },
    body: { query: "${query}", max_results: "${count}" },
    results: "results",
    fields: { title: "title", url: "url", text: "content", date: "published_date" },
  },
  {
    id: "exa",
    url: "https://api.exa.ai",
    path: "/search",
    keyVariable: "EXA_API_KEY",
    headers: { "x-api-key": "${key}" },
    body: { query: "${query}", numResults: "${count}", contents: { highlights: { maxCharacters: 500 } } },
    results: "results",
    fields: { title: "title", url: "url", text: "highlights", date: "publishedDate" },
  },
  {
    id: "searxng",
    path: "/search",
    parameters: { q: "${query}", format: "json" },
    results: "results",
    fields: { title: "title", url: "url", text: "content", date: "publishedDate" },
  },
];

export const searchEngines: Readonly<Record<string, SearchEngine>> = Object.fromEntries(
  all.map((engine) => [engine.id, engine]),
);
