export { fileFault, hasFileSizeLimit, sqliteFault, type SqliteFault } from "./faults.ts";
export { isPidTaken, isRunning, thisProcess, type Holder } from "./holder.ts";
export { openSqlite, pragma, type OpenSqliteOptions, type Refusal } from "./open-sqlite.ts";
export { createPrivateFile, makePrivateFolder, openPrivateFile, writePrivateFile } from "./private-files.ts";
export { statementsOf, type Statements } from "./statements.ts";
export { emptyStore, type StoreFormat } from "./store-format.ts";
