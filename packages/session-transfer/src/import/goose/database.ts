import type { DatabaseSync } from "node:sqlite";
import type { JsonObject, JsonValue } from "@skein/protocol";
import { jsonColumn } from "../json-column.ts";
import type { ForeignDatabase } from "../foreign-database.ts";
import { listIn, objectIn, textIn, timeIn } from "../loose.ts";

/**
 * `sessions.db` of Goose since 1.10. Which columns `sessions` has grew with its versions, so all that are there are
 * taken; those that end in `_json` are the exported field of the same name.
 */
export const gooseDatabase: ForeignDatabase = {
  sessions(database) {
    const rows = database.prepare("SELECT * FROM sessions").all();
    return rows
      .filter((row) => row["session_type"] !== "sub_agent")
      .map((row) => ({
        id: String(row["id"]),
        title: textIn(row["name"]) ?? textIn(row["description"]),
        modifiedAt: timeIn(row["updated_at"]) ?? 0,
      }))
      .toSorted((one, other) => other.modifiedAt - one.modifiedAt);
  },
  export(database, id) {
    const row = database.prepare("SELECT * FROM sessions WHERE id = ?").get(id);
    if (!row) return undefined;
    const conversation = messagesOf(database, id);
    return { ...fieldsOf(row), conversation, message_count: conversation.length };
  },
  children: () => [],
};

function fieldsOf(row: Readonly<Record<string, unknown>>): JsonObject {
  const fields = Object.entries(row).map(([name, value]): [string, JsonValue] => {
    if (name.endsWith("_json")) return [name.slice(0, -"_json".length), jsonColumn(value) ?? null];
    if (name === "extension_data") return [name, jsonColumn(value) ?? {}];
    if (name === "user_set_name") return [name, Boolean(value)];
    if (/^(?:created|updated|archived)_at$/.test(name)) return [name, dateOf(value)];
    return [name, (value ?? null) as JsonValue];
  });
  return Object.fromEntries(fields);
}

function dateOf(value: unknown): string | null {
  const at = timeIn(value);
  return at === undefined ? null : new Date(at).toISOString().replace(/\.000Z$/, "Z");
}

function messagesOf(database: DatabaseSync, session: string): readonly JsonObject[] {
  const rows = database.prepare("SELECT * FROM messages WHERE session_id = ? ORDER BY id").all(session);
  return rows.map((row) => ({
    id: textIn(row["message_id"]) ?? null,
    role: String(row["role"]),
    created: Number(row["created_timestamp"]),
    content: listIn(jsonColumn(row["content_json"])),
    metadata: objectIn(jsonColumn(row["metadata_json"])),
  }));
}
