export { fileFault, hasFileSizeLimit, sqliteFault, type SqliteFault } from "./faults.ts";
export {
  isPidInUse,
  startOfProcess,
  isProcessRunning,
  currentProcess,
  type ProcessIdentity,
} from "./process-identity.ts";
export { openSqlite, pragma, type OpenSqliteOptions, type OpenRefusal } from "./open-sqlite.ts";
export { createPrivateFile, makePrivateFolder, openPrivateFile, writePrivateFile } from "./private-files.ts";
export { RefusedLocksError } from "./refused-locks.ts";
export { statementsOf, type Statements } from "./statements.ts";
export { emptyStore, type StoreFormat } from "./store-format.ts";
