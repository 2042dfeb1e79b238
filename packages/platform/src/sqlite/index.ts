export { openSqlite, pragma, type OpenSqliteOptions, type OpenRefusal } from "./open-sqlite.ts";
export { RefusedLocksError } from "./refused-locks.ts";
export { hasFileSizeLimit, sqliteFault, type SqliteFault } from "./sqlite-fault.ts";
export { statementsOf, type Statements } from "./statements.ts";
export { emptyStore, type StoreFormat } from "./store-format.ts";
