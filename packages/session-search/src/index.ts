export { cannotBeWritten } from "./index-file.ts";
export { openSearch, type SearchSettings, type SessionSearch } from "./open-search.ts";
export { type FindOptions, type Hit } from "./find.ts";
export { type Role } from "./documents.ts";
export { type Snippet } from "./snippet.ts";
export { type SearchSource, type Updated } from "./update-index.ts";
