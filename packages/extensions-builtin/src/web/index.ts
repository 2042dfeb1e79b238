export { type SearchSettings } from "./search/ask-engine.ts";
export { searchEngines, type SearchEngine } from "./search/search-engines.ts";
export { web, type WebSettings } from "./web.ts";
