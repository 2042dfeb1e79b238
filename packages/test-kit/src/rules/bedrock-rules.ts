import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue } from "@skein/protocol";
import { isBase64, isBlank, loneSurrogates, objects, text, twice } from "./rule.ts";
import { sealOf } from "./seals.ts";

/**
 * What `ConverseStream` refuses. Sources, read 2026-11-20: docs.aws.amazon.com/bedrock/latest/APIReference (ToolUseBlock,
 * ToolResultBlock, DocumentBlock, ImageBlock), userguide/conversation-inference (roles, tools); the refusals themselves in
 * public bug reports ("toolConfig field must be defined", "contain duplicate Ids", "must contain non-whitespace text").
 */
export function* bedrockRules(body: JsonObject): Generator<string> {
  yield* loneSurrogates(body);
  const messages = objects(body["messages"]);
  if (messages.length === 0) yield "A conversation must start with a user message.";
  for (const [at, { role, content }] of messages.entries()) {
    if (role !== (at % 2 === 0 ? "user" : "assistant"))
      yield `messages.${at}: roles must alternate, user first`;
    if (objects(content).length === 0)
      yield `The content field in the Message object at messages.${at} is empty.`;
    yield* blocks(objects(content), `messages.${at}.content`);
    yield* pairing(messages, at);
  }
  if (messages.at(-1)?.["role"] === "assistant") yield "The conversation must end with a user message.";
  const all = messages.flatMap(({ content }) => objects(content));
  for (const id of twice(idsOf(all, "toolUse"))) yield `toolUse blocks contain duplicate Ids (${id})`;
  const names = all.flatMap(({ document }) => (isJsonObject(document) ? [text(document["name"])] : []));
  for (const name of twice(names)) yield `document names must be unique (${name})`;
  const usesTools = all.some((block) => "toolUse" in block || "toolResult" in block);
  if (usesTools && body["toolConfig"] === undefined)
    yield "The toolConfig field must be defined when using toolUse and toolResult content blocks.";
  yield* tools(body["toolConfig"]);
}

function idsOf(content: readonly JsonObject[], kind: "toolUse" | "toolResult"): readonly string[] {
  return content.flatMap(({ [kind]: block }) => (isJsonObject(block) ? [text(block["toolUseId"])] : []));
}

function* blocks(content: readonly JsonObject[], place: string): Generator<string> {
  for (const { text: words, toolUse, toolResult, image, document, reasoningContent } of content) {
    if (words !== undefined && isBlank(words))
      yield `${place}: text content blocks must contain non-whitespace text`;
    if (isJsonObject(toolUse)) {
      if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(toolUse["toolUseId"])))
        yield `${place}.toolUseId: regular expression`;
      if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(toolUse["name"]))) yield `${place}.name: regular expression`;
      if (!isJsonObject(toolUse["input"])) yield `${place}.toolUse.input is invalid: not an object`;
    }
    if (isJsonObject(toolResult)) {
      const inner = objects(toolResult["content"]);
      if (inner.length === 0) yield `${place}.toolResult.content: empty`;
      yield* blocks(inner, `${place}.toolResult`);
    }
    if (isJsonObject(image) && !/^(png|jpeg|gif|webp)$/.test(text(image["format"])))
      yield `${place}.image.format`;
    for (const file of [image, document])
      if (isJsonObject(file) && isJsonObject(file["source"]) && !isBase64(text(file["source"]["bytes"])))
        yield `${place}: no bytes`;
    if (isJsonObject(document) && !/^(?!.*\s\s)[a-zA-Z0-9\s()[\]-]{1,200}$/.test(text(document["name"])))
      yield `${place}.document.name: only letters, digits, single spaces, hyphens and brackets`;
    if (isJsonObject(reasoningContent)) yield* reasoning(reasoningContent, place);
  }
}

function* reasoning({ reasoningText, redactedContent }: JsonObject, place: string): Generator<string> {
  if (redactedContent !== undefined && redactedContent !== sealOf("bedrock", "redacted"))
    yield `${place}: Invalid data`;
  if (!isJsonObject(reasoningText)) return;
  if (reasoningText["signature"] !== sealOf("bedrock", reasoningText["text"] ?? null))
    yield `${place}: Invalid \`signature\` in \`thinking\` block`;
}

function* pairing(messages: readonly JsonObject[], at: number): Generator<string> {
  const { role, content } = messages[at]!;
  if (role === "assistant") {
    const answered = idsOf(objects(messages[at + 1]?.["content"]), "toolResult");
    for (const id of idsOf(objects(content), "toolUse"))
      if (!answered.includes(id)) yield `Expected toolResult blocks at messages.${at + 1}.content for: ${id}`;
    return;
  }
  const made = at === 0 ? [] : idsOf(objects(messages[at - 1]?.["content"]), "toolUse");
  const given = idsOf(objects(content), "toolResult");
  if (given.length > made.length)
    yield `The number of toolResult blocks at messages.${at}.content exceeds the number of toolUse blocks of previous turn.`;
  for (const id of given)
    if (!made.includes(id)) yield `unexpected toolUseId found in toolResult blocks: ${id}`;
  for (const id of twice(given)) yield `each toolUse must have a single result: ${id}`;
}

function* tools(config: JsonValue | undefined): Generator<string> {
  if (!isJsonObject(config)) return;
  const specs = objects(config["tools"]).flatMap(({ toolSpec }) =>
    isJsonObject(toolSpec) ? [toolSpec] : [],
  );
  if (specs.length === 0) yield "toolConfig.tools: Member must have length greater than or equal to 1";
  for (const { name, description, inputSchema } of specs) {
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(name))) yield `toolSpec.name: regular expression (${text(name)})`;
    if (description !== undefined && description === "") yield `toolSpec.description of ${text(name)}: empty`;
    const schema = isJsonObject(inputSchema) ? inputSchema["json"] : undefined;
    if (!isJsonObject(schema) || schema["type"] !== "object")
      yield `toolSpec.inputSchema.json.type of ${text(name)} must be object`;
  }
}
