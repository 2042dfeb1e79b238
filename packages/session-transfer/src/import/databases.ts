import { DatabaseSync } from "node:sqlite";
import { ConfigError, messageOf } from "@skein/protocol";
import type { ForeignDatabase } from "./foreign-database.ts";
import type { ForeignFormat } from "./format.ts";
import { gooseDatabase } from "./goose/database.ts";
import { opencodeDatabase } from "./opencode-database.ts";

const databases: Readonly<Partial<Record<ForeignFormat, ForeignDatabase>>> = {
  goose: gooseDatabase,
  opencode: opencodeDatabase,
};

/**
 * Opens the file for reading only, and closes it after. Programs may go on writing it.
 *
 * @throws ConfigError `unreadable` when it is no such database.
 */
export function withDatabase<Result>(
  format: ForeignFormat,
  path: string,
  use: (database: DatabaseSync, kind: ForeignDatabase) => Result,
): Result {
  const kind = databases[format];
  let database: DatabaseSync | undefined;
  try {
    if (!kind) throw new Error("This program keeps no sessions in SQLite.");
    database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    return use(database, kind);
  } catch (cause) {
    if (ConfigError.is(cause)) throw cause;
    throw new ConfigError("unreadable", `${path} cannot be read as a database: ${messageOf(cause)}`, {
      cause,
      hint: "Give the database as its program left it, with the files beside it that end in -wal and -shm.",
    });
  } finally {
    database?.close();
  }
}
