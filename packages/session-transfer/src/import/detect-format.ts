import { isJsonObject, type JsonObject } from "@skein/protocol";
import type { ForeignFormat } from "./format.ts";
import { parsed } from "./json-lines.ts";
import { objectIn, textIn } from "./loose.ts";

/** How much of a file is looked at. */
const lookedAt = 256 * 1024;
const lines = 20;

/**
 * What wrote a file, as its beginning tells. The name decides nothing that the content contradicts.
 *
 * @param bytes - the file, or its first 256 kB.
 * @returns `skein` for a bundle of ours; `undefined` for what is none of these.
 */
export function detectFormat(name: string, bytes: Uint8Array): "skein" | ForeignFormat | undefined {
  const head = new TextDecoder().decode(bytes.subarray(0, lookedAt)).replace(/^\uFEFF/, "");
  if (head.startsWith("SQLite format 3\0")) return databaseFormat(name, head);
  const written = head.split("\n").filter((line) => line.trim() !== "");
  for (const line of written.slice(0, lines)) {
    const value = parsed(line);
    const format = isJsonObject(value) ? lineFormat(value) : undefined;
    if (format) return format;
  }
  return documentFormat(head);
}

/** The schema stands at the beginning of the file, unless it is large; then the usual names tell. */
function databaseFormat(name: string, head: string): ForeignFormat | undefined {
  if (head.includes("content_json") || /(?:^|[/\\])sessions\.db$/.test(name)) return "goose";
  const hasParts = /CREATE TABLE [`"]?part[`"]?/.test(head);
  return hasParts || /(?:^|[/\\])opencode[^/\\]*\.db$/.test(name) ? "opencode" : undefined;
}

const claudeTypes = new Set(["user", "assistant", "system", "summary", "queue-operation", "mode"]);
const codexTypes = new Set(["session_meta", "response_item", "event_msg", "turn_context", "compacted"]);
const codexItems = new Set(["message", "reasoning", "function_call", "function_call_output"]);

function lineFormat(value: JsonObject): "skein" | ForeignFormat | undefined {
  const type = textIn(value["type"]) ?? "";
  if ("skein" in value && "entries" in value) return "skein";
  if (codexTypes.has(type) && isJsonObject(value["payload"])) return "codex";
  if (type === "session" && ("cwd" in value || "version" in value)) return "pi";
  if ("parentUuid" in value || "leafUuid" in value) return "claude";
  if (claudeTypes.has(type) && "sessionId" in value) return "claude";
  if ("conversation" in value && ("working_dir" in value || "session_type" in value)) return "goose";
  if ("working_dir" in value && !("type" in value)) return "goose";
  if (Array.isArray(value["content"]) && "role" in value && "created" in value) return "goose";
  if (isOpencode(value)) return "opencode";
  if (codexItems.has(type) && ("role" in value || "call_id" in value || "summary" in value)) return "codex";
  return undefined;
}

function isOpencode(value: JsonObject): boolean {
  return Array.isArray(value["messages"]) && "directory" in objectIn(value["info"]);
}

/** A document over many lines, maybe cut in the middle: its first fields tell. */
function documentFormat(head: string): "skein" | ForeignFormat | undefined {
  if (/^\s*\{\s*"skein"\s*:/.test(head)) return "skein";
  if (!/^\s*\{/.test(head)) return undefined;
  const has = (field: string): boolean => new RegExp(`"${field}"\\s*:`).test(head);
  if (has("working_dir") && (has("conversation") || has("extension_data") || has("session_type")))
    return "goose";
  return /^\s*\{\s*"info"\s*:/.test(head) && has("directory") ? "opencode" : undefined;
}
