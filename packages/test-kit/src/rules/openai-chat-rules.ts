import { isJsonObject } from "@skein/protocol";
import type { JsonObject } from "@skein/protocol";
import { openaiSchemaRules } from "./openai-schema-rules.ts";
import { dataUrlType, isBlank, loneSurrogates, objects, text, twice } from "./rule.ts";

/**
 * What Chat Completions refuses, at the vendor and at the stricter of those who speak it too. Sources, read 2026-11-20:
 * developers.openai.com/api/docs, api-reference/chat and guides/function-calling; the refusals themselves in public bug
 * reports ("must be followed by tool messages", "must be a response to a preceding message with 'tool_calls'", "text
 * content is empty").
 */
export function* openaiChatRules(body: JsonObject): Generator<string> {
  yield* loneSurrogates(body);
  const messages = objects(body["messages"]);
  if (messages.length === 0) yield "messages: empty array";
  for (const [at, message] of messages.entries()) {
    switch (message["role"]) {
      case "system":
        if (at > 0) yield `messages[${at}]: the system message must come first`;
        if (isBlank(message["content"])) yield `messages[${at}]: text content is empty`;
        break;
      case "user":
        yield* userContent(message, at);
        break;
      case "assistant":
        yield* reply(messages, at);
        break;
      case "tool":
        yield* result(messages, at);
        break;
      default:
        yield `messages[${at}].role: unknown`;
    }
  }
  const last = messages.at(-1)?.["role"];
  if (last === "assistant" || last === "system") yield "messages: the last one must be of a user or a tool";
  const ids = messages.flatMap((message) => callIds(message));
  for (const id of twice(ids)) yield `Duplicate value for 'tool_call_id' of ${id}`;
  yield* tools(body);
}

function* userContent({ content }: JsonObject, at: number): Generator<string> {
  const place = `messages[${at}].content`;
  if (!Array.isArray(content)) {
    if (isBlank(content)) yield `${place}: text content is empty`;
    return;
  }
  if (content.length === 0) yield `${place}: empty array`;
  for (const part of objects(content)) {
    if (part["type"] === "text" && isBlank(part["text"])) yield `${place}: text content is empty`;
    const { image_url: image, file } = part;
    const imageUrl = text(isJsonObject(image) ? image["url"] : undefined);
    if (part["type"] === "image_url" && !/^image\/(png|jpeg|gif|webp)$/.test(dataUrlType(imageUrl) ?? ""))
      yield `${place}: unsupported image`;
    const data = text(isJsonObject(file) ? file["file_data"] : undefined);
    if (part["type"] === "file" && dataUrlType(data) !== "application/pdf")
      yield `${place}: unsupported file`;
  }
}

function callIds(message: JsonObject): readonly string[] {
  return objects(message["tool_calls"]).map(({ id }) => text(id));
}

function* reply(messages: readonly JsonObject[], at: number): Generator<string> {
  const { content, tool_calls: calls } = messages[at]!;
  const place = `messages[${at}]`;
  const says = Array.isArray(content) ? content.length > 0 : !isBlank(content);
  if (!says && objects(calls).length === 0) yield `${place}: content or tool_calls must be set`;
  if (content === "") yield `${place}: text content is empty`;
  if (Array.isArray(calls) && calls.length === 0) yield `${place}.tool_calls: empty array`;
  const after = messages.slice(at + 1);
  const end = after.findIndex(({ role }) => role !== "tool");
  const answered = (end < 0 ? after : after.slice(0, end)).map((one) => text(one["tool_call_id"]));
  for (const { id, type, function: called } of objects(calls)) {
    if (!/^[\x21-\x7e]{1,40}$/.test(text(id))) yield `${place}: invalid tool call id '${text(id)}'`;
    if (type !== "function" || !isJsonObject(called)) yield `${place}: not a function`;
    else {
      if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(called["name"]))) yield `${place}: invalid name`;
      if (!isObjectText(text(called["arguments"]))) yield `${place}: arguments are no JSON object`;
    }
    if (!answered.includes(text(id)))
      yield `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': ${text(id)}`;
  }
}

function isObjectText(json: string): boolean {
  try {
    return isJsonObject(JSON.parse(json));
  } catch {
    return false;
  }
}

function* result(messages: readonly JsonObject[], at: number): Generator<string> {
  const { tool_call_id: id, content } = messages[at]!;
  const caller = messages.slice(0, at).findLast(({ role }) => role !== "tool");
  if (!caller || !callIds(caller).includes(text(id)))
    yield `messages with role 'tool' must be a response to a preceding message with 'tool_calls': ${text(id)}`;
  if (typeof content !== "string" || isBlank(content)) yield `messages[${at}].content: text content is empty`;
}

function* tools({ tools: given, tool_choice: choice }: JsonObject): Generator<string> {
  const all = objects(given).map(({ function: one }) => (isJsonObject(one) ? one : {}));
  if (Array.isArray(given) && all.length === 0) yield "tools: empty array";
  if (choice !== undefined && all.length === 0) yield "tool_choice is only allowed when tools are specified";
  for (const [at, { name, parameters }] of all.entries()) {
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(name))) yield `tools[${at}].function.name: does not match`;
    yield* openaiSchemaRules(parameters, `tools[${at}]`, false);
  }
  for (const name of twice(all.map((one) => text(one["name"])))) yield `tools: duplicate name ${name}`;
}
