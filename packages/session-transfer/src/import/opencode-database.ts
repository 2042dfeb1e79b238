import type { DatabaseSync } from "node:sqlite";
import type { JsonObject } from "@skein/protocol";
import type { ForeignDatabase } from "./foreign-database.ts";
import { jsonColumn } from "./json-column.ts";
import { objectIn, textIn, timeIn } from "./loose.ts";

/** `opencode.db`: sessions, messages and parts in tables, the last two as JSON beside their ids. */
export const opencodeDatabase: ForeignDatabase = {
  sessions(database) {
    const rows = database
      .prepare(
        "SELECT id, title, time_updated FROM session WHERE parent_id IS NULL ORDER BY time_updated DESC",
      )
      .all();
    return rows.map((row) => ({
      id: String(row["id"]),
      title: textIn(row["title"]),
      modifiedAt: timeIn(row["time_updated"]) ?? 0,
    }));
  },
  export(database, id) {
    const row = database.prepare("SELECT * FROM session WHERE id = ?").get(id);
    if (!row) return undefined;
    const info = {
      id,
      title: textIn(row["title"]) ?? "",
      directory: textIn(row["directory"]) ?? "",
      revert: jsonColumn(row["revert"]) ?? null,
      time: { created: timeIn(row["time_created"]) ?? null },
    };
    return { info, messages: messagesOf(database, id) };
  },
  children(database, id) {
    const rows = database.prepare("SELECT id FROM session WHERE parent_id = ? ORDER BY id").all(id);
    return rows.map((row) => String(row["id"]));
  },
};

function messagesOf(database: DatabaseSync, session: string): readonly JsonObject[] {
  const parts = new Map<string, JsonObject[]>();
  const found = database.prepare("SELECT id, message_id, data FROM part WHERE session_id = ? ORDER BY id");
  for (const row of found.iterate(session)) {
    const message = String(row["message_id"]);
    const own = parts.get(message) ?? [];
    own.push({ ...objectIn(jsonColumn(row["data"])), id: String(row["id"]) });
    parts.set(message, own);
  }
  const rows = database
    .prepare("SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id")
    .all(session);
  return rows.map((row) => {
    const id = String(row["id"]);
    return { info: { ...objectIn(jsonColumn(row["data"])), id }, parts: parts.get(id) ?? [] };
  });
}
