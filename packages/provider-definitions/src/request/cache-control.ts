import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue } from "@skein/protocol";
import { changedCopy } from "@skein/provider-kit";
import type { DefinedModel, ProviderDefinition } from "../definition.ts";

/** How long a mark holds; the vendor's own time is five minutes. */
export type CacheTtl = "5m" | "1h";

/** Whether a Chat Completions body is marked: what is known of the model counts before what the definition says of all. */
export function isMarked(
  modelId: string,
  { engine, quirks }: ProviderDefinition,
  facts: DefinedModel | undefined,
): boolean {
  if (engine !== "openai") return false;
  if (facts?.cacheControl !== undefined) return facts.cacheControl;
  return quirks.cacheControl === "claude" ? /claude/i.test(modelId) : quirks.cacheControl === "all";
}

/**
 * A body with `cache_control` behind the system prompt, which also holds the tools in the vendor's order, and behind the
 * last message. Texts of messages are lists in every request, and the mark is the last key of what it marks, so that a
 * request up to its marks is the beginning of the next one, where the second mark has moved on.
 *
 * Source: openrouter.ai/docs/features/prompt-caching and docs.litellm.ai/docs/completion/prompt_caching, read 2026-11-24.
 */
export function markedBody(body: JsonObject, ttl: CacheTtl | undefined): JsonObject {
  const { messages, ...rest } = body;
  if (!Array.isArray(messages)) return body;
  const listed = (messages as readonly JsonValue[]).map(withParts);
  const places = new Set([
    listed.findIndex((message) => isJsonObject(message) && message["role"] === "system"),
    listed.findLastIndex(endsInText),
  ]);
  const mark = { type: "ephemeral", ...(ttl === "1h" ? { ttl } : {}) };
  return {
    ...rest,
    messages: listed.map((message, at) => (places.has(at) ? withMark(message, mark) : message)),
  };
}

/** Replies stay as they came: some servers take no lists there. */
function withParts(message: JsonValue): JsonValue {
  if (!isJsonObject(message) || message["role"] === "assistant") return message;
  const { content } = message;
  return typeof content === "string" && content !== ""
    ? changedCopy(message, "parts", (own) => ({ ...own, content: [{ type: "text", text: content }] }))
    : message;
}

function endsInText(message: JsonValue): boolean {
  const content = isJsonObject(message) ? message["content"] : undefined;
  const last = Array.isArray(content) ? (content as readonly JsonValue[]).at(-1) : undefined;
  return isJsonObject(last) && last["type"] === "text";
}

function withMark(message: JsonValue, mark: JsonObject): JsonValue {
  if (!isJsonObject(message) || !Array.isArray(message["content"])) return message;
  const parts = message["content"] as readonly JsonObject[];
  return changedCopy(message, JSON.stringify(mark), (own) => ({
    ...own,
    content: [...parts.slice(0, -1), { ...parts.at(-1), cache_control: mark }],
  }));
}
