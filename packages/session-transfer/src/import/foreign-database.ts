import type { DatabaseSync } from "node:sqlite";
import type { JsonObject } from "@skein/protocol";

/** A session in a database that holds many. */
export interface StoredSession {
  /** As the format writes it. */
  readonly id: string;
  readonly title: string | undefined;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** How a program keeps its sessions in SQLite. */
export interface ForeignDatabase {
  /** Without those of subagents. The newest first. */
  sessions(database: DatabaseSync): readonly StoredSession[];
  /** One of them as the program itself would export it; otherwise `undefined`. */
  export(database: DatabaseSync, id: string): JsonObject | undefined;
  /** Ids of the sessions that subagents of this one wrote. */
  children(database: DatabaseSync, id: string): readonly string[];
}
