import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue } from "@skein/protocol";
import { isBase64, isBlank, loneSurrogates, objects, text, twice } from "./rule.ts";
import { sealOf } from "./seals.ts";

const imageTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"];
const thoughts = ["thinking", "redacted_thinking"];

/**
 * What the Messages API refuses. Sources, read 2026-11-20: platform.claude.com/docs, api/messages (roles, names, limits),
 * agents-and-tools/tool-use/tool-search-tool (deferred tools),
 * agents-and-tools/tool-use/implement-tool-use (results come first, right behind their calls),
 * build-with-claude/extended-thinking (signatures, tool_choice, budget), build-with-claude/prompt-caching (marks),
 * about-claude/models/migration-guide (no prefill); the refusals themselves in public bug reports.
 */
export function* anthropicRules(body: JsonObject): Generator<string> {
  yield* loneSurrogates(body);
  const messages = objects(body["messages"]);
  if (messages.length === 0) yield "messages: at least one message is required";
  for (const [at, message] of messages.entries()) {
    const wanted = at % 2 === 0 ? "user" : "assistant";
    if (message["role"] !== wanted) yield `messages.${at}: roles must alternate, beginning with user`;
    yield* blocksOf(message, at);
    yield* pairing(messages, at);
  }
  yield* ending(messages);
  const ids = messages.flatMap(({ content }) => usesIn(content));
  for (const id of twice(ids)) yield `messages: tool_use ids must be unique (${id})`;
  yield* tools(body);
  yield* thinking(body, messages);
  const marks = marksIn(body);
  if (marks > 4) yield `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`;
}

function* blocksOf({ role, content }: JsonObject, at: number): Generator<string> {
  const blocks = objects(content);
  if (blocks.length === 0) yield `messages.${at}: all messages must have non-empty content`;
  for (const [index, block] of blocks.entries()) {
    const place = `messages.${at}.content.${index}`;
    if ("cache_control" in block && thoughts.includes(text(block["type"])))
      yield `${place}: cache_control cannot be set on thinking blocks`;
    switch (block["type"]) {
      case "text":
        if (isBlank(block["text"])) yield `${place}: text content blocks must contain non-whitespace text`;
        break;
      case "thinking":
        if (block["signature"] !== sealOf("anthropic", block["thinking"] ?? ""))
          yield `${place}: Invalid \`signature\` in \`thinking\` block`;
        break;
      case "redacted_thinking":
        if (block["data"] !== sealOf("anthropic", "redacted")) yield `${place}: Invalid \`data\``;
        break;
      case "tool_use":
        if (!/^[a-zA-Z0-9_-]+$/.test(text(block["id"]))) yield `${place}.id: String should match pattern`;
        if (!/^[a-zA-Z0-9_-]{1,128}$/.test(text(block["name"]))) yield `${place}.name: should match pattern`;
        if (!isJsonObject(block["input"])) yield `${place}.input: Input should be a valid dictionary`;
        break;
      case "tool_result":
        for (const inner of objects(block["content"])) yield* media(inner, `${place}.content`);
        for (const inner of objects(block["content"]))
          if (inner["type"] === "text" && isBlank(inner["text"]))
            yield `${place}.content: text content blocks must be non-empty`;
        break;
      default:
        yield* media(block, place);
    }
    const isOfModel = ["tool_use", "server_tool_use", ...thoughts].includes(text(block["type"]));
    if (isOfModel && role !== "assistant")
      yield `${place}: ${text(block["type"])} is only allowed in assistant messages`;
  }
}

function* media({ type, source }: JsonObject, place: string): Generator<string> {
  if (type !== "image" && type !== "document") return;
  if (!isJsonObject(source)) return yield `${place}.source: Field required`;
  const { type: form, media_type: mediaType, data } = source;
  if (form === "base64" && !isBase64(text(data))) yield `${place}.source.base64.data: invalid base64 data`;
  if (type === "image" && !imageTypes.includes(text(mediaType)))
    yield `${place}.source.base64.media_type: not an image type`;
  if (type === "document" && form === "base64" && mediaType !== "application/pdf")
    yield `${place}.source: not a PDF`;
  if (type === "document" && form === "text" && isBlank(data)) yield `${place}.source.data: empty`;
}

function usesIn(content: JsonValue | undefined): readonly string[] {
  return objects(content).flatMap(({ type, id }) => (type === "tool_use" ? [text(id)] : []));
}

function* pairing(messages: readonly JsonObject[], at: number): Generator<string> {
  const { role, content } = messages[at]!;
  if (role === "assistant") {
    const next = objects(messages[at + 1]?.["content"]);
    const answered = next.flatMap(({ type, tool_use_id: id }) => (type === "tool_result" ? [text(id)] : []));
    for (const id of usesIn(content))
      if (!answered.includes(id))
        yield `messages.${at}: tool_use ids were found without tool_result blocks immediately after: ${id}`;
    return;
  }
  const before = at === 0 ? [] : usesIn(messages[at - 1]?.["content"]);
  const blocks = objects(content);
  const results = blocks.filter(({ type }) => type === "tool_result");
  const ids = results.map(({ tool_use_id: id }) => text(id));
  for (const id of ids)
    if (!before.includes(id))
      yield `messages.${at}: unexpected tool_use_id found in tool_result blocks: ${id}`;
  for (const id of twice(ids)) yield `messages.${at}: each tool_use must have a single result: ${id}`;
  if (blocks.slice(0, results.length).some(({ type }) => type !== "tool_result"))
    yield `messages.${at}: tool_result blocks must come first`;
}

/** Newer models take no prefill; a reply that the vendor itself paused goes back as it is. */
function* ending(messages: readonly JsonObject[]): Generator<string> {
  const last = messages.at(-1);
  if (last?.["role"] !== "assistant") return;
  const isPaused = objects(last["content"]).some(({ type }) => text(type).startsWith("server_"));
  if (!isPaused)
    yield "This model does not support assistant message prefill. The conversation must end with a user message.";
}

function* tools({ tools: given, tool_choice: choice }: JsonObject): Generator<string> {
  const all = objects(given);
  if (choice !== undefined && all.length === 0)
    yield "tool_choice may only be specified while providing tools";
  const isHidden = (tool: JsonObject) => tool["defer_loading"] === true;
  if (all.length > 0 && all.every(isHidden)) yield "tools: at least one tool must not have defer_loading";
  for (const [at, { name, type, input_schema: schema, cache_control: mark, ...tool }] of all.entries()) {
    if (isHidden(tool) && mark !== undefined)
      yield `tools.${at}: defer_loading cannot be used with cache_control`;
    if (/^(tool_search_tool|web_search)_/.test(text(type))) continue;
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(text(name))) yield `tools.${at}.custom.name: should match pattern`;
    if (!isJsonObject(schema) || schema["type"] !== "object") {
      yield `tools.${at}.custom.input_schema.type: Input should be 'object'`;
    } else if (["oneOf", "allOf", "anyOf"].some((keyword) => keyword in schema)) {
      yield `tools.${at}.custom.input_schema: does not support oneOf, allOf, or anyOf at the top level`;
    }
  }
  for (const name of twice(all.map((tool) => text(tool["name"]))))
    yield `tools: Tool names must be unique (${name})`;
}

function* thinking(body: JsonObject, messages: readonly JsonObject[]): Generator<string> {
  const { thinking: given, max_tokens: most, temperature, tool_choice: choice } = body;
  if (!isJsonObject(given) || (given["type"] !== "enabled" && given["type"] !== "adaptive")) return;
  if (temperature !== undefined && temperature !== 1)
    yield "temperature may only be set to 1 when thinking is enabled";
  if (isJsonObject(choice) && (choice["type"] === "any" || choice["type"] === "tool"))
    yield "Thinking may not be enabled when tool_choice forces tool use";
  if (given["type"] !== "enabled") return;
  const budget = Number(given["budget_tokens"]);
  if (!(budget >= 1024))
    yield "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024";
  if (!(budget < Number(most))) yield "max_tokens must be greater than thinking.budget_tokens";
  const hasResults = ({ content }: JsonObject) => objects(content).some(({ type }) => type === "tool_result");
  const asked = messages.findLastIndex((message) => message["role"] === "user" && !hasResults(message));
  const turn = messages.slice(asked + 1).find(({ role }) => role === "assistant");
  const reply = objects(turn?.["content"]);
  if (messages.slice(-1).some(hasResults) && !thoughts.includes(text(reply[0]?.["type"])))
    yield "Expected `thinking` or `redacted_thinking`, but found something else";
}

function marksIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = "cache_control" in value ? 1 : 0;
  return Object.values(value).reduce((sum: number, inner) => sum + marksIn(inner), own);
}
