export { cannotBeWritten } from "./index-file.ts";
export { openSearch, type SessionSearchSettings, type SessionSearch } from "./open-search.ts";
export { type FindOptions, type SearchHit } from "./find.ts";
export { documentRoles, type DocumentRole } from "./documents.ts";
export { type Snippet } from "./snippet.ts";
export { type SearchSource, type UpdateResult } from "./update-index.ts";
