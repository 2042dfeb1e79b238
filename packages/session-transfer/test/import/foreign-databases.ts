import { DatabaseSync } from "node:sqlite";
import type { JsonObject, JsonValue } from "@skein/protocol";
import { sampleBytes } from "./samples.ts";

/** `sessions.db` as Goose 1.34 makes it, as far as it is read, with the sample in it. */
export function makeGooseDatabase(path: string): void {
  const { conversation, ...session } = JSON.parse(sampleBytes("goose.json").toString()) as JsonObject;
  using database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE schema_version (version INTEGER PRIMARY KEY);
    CREATE TABLE sessions (
      id TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '',
      user_set_name BOOLEAN DEFAULT FALSE, session_type TEXT NOT NULL DEFAULT 'user', working_dir TEXT NOT NULL,
      created_at TIMESTAMP, updated_at TIMESTAMP, extension_data TEXT DEFAULT '{}', input_tokens INTEGER,
      output_tokens INTEGER, accumulated_input_tokens INTEGER, accumulated_output_tokens INTEGER,
      accumulated_cost REAL, recipe_json TEXT, provider_name TEXT, model_config_json TEXT
    );
    CREATE TABLE messages (
      id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT, session_id TEXT NOT NULL, role TEXT NOT NULL,
      content_json TEXT NOT NULL, created_timestamp INTEGER NOT NULL, timestamp TIMESTAMP, tokens INTEGER,
      metadata_json TEXT
    );
  `);
  const insert = database.prepare(`
    INSERT INTO sessions (id, name, user_set_name, session_type, working_dir, created_at, updated_at, extension_data,
      input_tokens, output_tokens, accumulated_input_tokens, accumulated_output_tokens, accumulated_cost,
      provider_name, model_config_json)
    VALUES (?, ?, 1, ?, '/project', '2026-11-20 08:56:27', ?, '{}', 120, 20, 360, 60, 0.0102, 'anthropic', ?)
  `);
  const config = JSON.stringify(session["model_config"]);
  insert.run("20261120_7", text(session["name"]), "user", "2026-11-20 08:57:00", config);
  insert.run("20261120_8", "empty", "user", "2026-11-20 07:00:00", null);
  insert.run("20261120_9", "of a subagent", "sub_agent", "2026-11-20 09:00:00", null);
  const add = database.prepare(`
    INSERT INTO messages (message_id, session_id, role, content_json, created_timestamp, metadata_json)
    VALUES (?, '20261120_7', ?, ?, ?, ?)
  `);
  for (const message of conversation as JsonObject[])
    add.run(
      message["id"] as string | null,
      text(message["role"]),
      JSON.stringify(message["content"]),
      Number(message["created"]),
      JSON.stringify(message["metadata"]),
    );
}

function text(value: JsonValue | undefined): string {
  return value as string;
}

/** `opencode.db` as opencode 1.18 makes it, as far as it is read, with the sample in it and a subagent below. */
export function makeOpencodeDatabase(path: string): void {
  const { info, messages } = JSON.parse(sampleBytes("opencode.json").toString()) as {
    readonly info: { readonly id: string; readonly title: string };
    readonly messages: readonly { readonly info: JsonObject; readonly parts: readonly JsonObject[] }[];
  };
  using database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE session (
      id text PRIMARY KEY, project_id text NOT NULL, parent_id text, directory text NOT NULL, title text NOT NULL,
      revert text, time_created integer NOT NULL, time_updated integer NOT NULL
    );
    CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, data text NOT NULL);
    CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, data text NOT NULL);
  `);
  const session = database.prepare("INSERT INTO session VALUES (?, 'global', ?, '/project', ?, NULL, ?, ?)");
  const message = database.prepare("INSERT INTO message VALUES (?, ?, ?, ?)");
  const part = database.prepare("INSERT INTO part VALUES (?, ?, ?, ?)");
  session.run(info.id, null, info.title, 1_795_183_673_413, 1_795_183_681_232);
  for (const { info: head, parts } of messages) {
    const { id, sessionID: _, ...data } = head;
    message.run(text(id), info.id, Number((head["time"] as JsonObject)["created"]), JSON.stringify(data));
    for (const own of parts) {
      const { id: partId, messageID: __, sessionID: ___, ...rest } = own;
      const child = rest["type"] === "tool" ? withChild(rest) : rest;
      part.run(text(partId), text(id), info.id, JSON.stringify(child));
    }
  }
  session.run("ses_below", info.id, "below", 1, 2);
  message.run("msg_below", "ses_below", 1, JSON.stringify({ role: "user", time: { created: 1e12 } }));
  part.run("prt_below", "msg_below", "ses_below", JSON.stringify({ type: "text", text: "Look it up." }));
}

function withChild(part: JsonObject): JsonObject {
  const state = part["state"] as JsonObject;
  return { ...part, state: { ...state, metadata: { sessionId: "ses_below" } } };
}
