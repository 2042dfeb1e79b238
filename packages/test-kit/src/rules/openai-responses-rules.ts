import type { JsonObject } from "@skein/protocol";
import { openaiSchemaRules } from "./openai-schema-rules.ts";
import { dataUrlType, isBlank, loneSurrogates, objects, text, twice } from "./rule.ts";
import { sealOf } from "./seals.ts";

const prefixes: Readonly<Record<string, string>> = {
  message: "msg_",
  reasoning: "rs_",
  function_call: "fc_",
};

/**
 * What the Responses API refuses. Sources, read 2026-11-20: developers.openai.com/api/docs, guides/function-calling
 * (calls and outputs), guides/reasoning (sealed thoughts, what follows them); the refusals themselves in public bug
 * reports ("No tool output found", "provided without its required following item", "could not be verified … item_id
 * did not match", "Duplicate item found with id").
 */
export function* openaiResponsesRules(body: JsonObject): Generator<string> {
  yield* loneSurrogates(body);
  const input = objects(body["input"]);
  if (input.length === 0) yield "input: one or more items are required";
  for (const [at, item] of input.entries()) {
    const { type, id } = item;
    const prefix = prefixes[text(type)];
    if (id !== undefined && (text(id).length > 64 || !text(id).startsWith(prefix ?? "")))
      yield `input[${at}].id: Invalid id '${text(id)}'`;
    if (type === "message") yield* message(item, at);
    else if (type === "reasoning") yield* reasoning(input, at);
    else if (type === "function_call") yield* call(input, at);
    else if (type === "function_call_output") yield* output(input, at);
  }
  const ids = input.flatMap(({ id }) => (id === undefined ? [] : [text(id)]));
  for (const id of twice(ids)) yield `Duplicate item found with id ${id}`;
  for (const id of twice(idsOf(input, "function_call"))) yield `Duplicate call_id ${id}`;
  for (const id of twice(idsOf(input, "function_call_output"))) yield `Duplicate output for call_id ${id}`;
  yield* tools(body);
}

function idsOf(input: readonly JsonObject[], type: string): readonly string[] {
  return input.flatMap((item) => (item["type"] === type ? [text(item["call_id"])] : []));
}

function* message({ role, content }: JsonObject, at: number): Generator<string> {
  const parts = objects(content);
  if (parts.length === 0) yield `input[${at}].content: empty`;
  const types =
    role === "assistant" ? ["output_text", "refusal"] : ["input_text", "input_image", "input_file"];
  for (const part of parts) {
    const place = `input[${at}].content`;
    const type = text(part["type"]);
    if (!types.includes(type)) yield `${place}: Invalid value: '${type}' for role ${text(role)}`;
    yield* inputPart(part, place);
  }
}

function* inputPart(part: JsonObject, place: string): Generator<string> {
  switch (text(part["type"])) {
    case "input_text":
      if (isBlank(part["text"])) yield `${place}: empty text`;
      break;
    case "input_image":
      if (!/^image\/(png|jpeg|gif|webp)$/.test(dataUrlType(text(part["image_url"])) ?? ""))
        yield `${place}.image_url: not a supported image`;
      break;
    case "input_file":
      if (dataUrlType(text(part["file_data"])) !== "application/pdf" || isBlank(part["filename"]))
        yield `${place}: file_data or filename`;
  }
}

function* reasoning(input: readonly JsonObject[], at: number): Generator<string> {
  const { id, summary, encrypted_content: sealed } = input[at]!;
  if (sealed === undefined)
    yield `Item with id '${text(id)}' not found. Items are not persisted when \`store\` is set to false.`;
  else if (sealed !== sealOf("openai", [id ?? null, summary ?? null]))
    yield `The encrypted content for item ${text(id)} could not be verified. item_id did not match the target item id.`;
  const next = input[at + 1];
  const isFollowed =
    next && (next["role"] === "assistant" || /^(reasoning|.*_call)$/.test(text(next["type"])));
  if (!isFollowed)
    yield `Item '${text(id)}' of type 'reasoning' was provided without its required following item.`;
}

function* call(input: readonly JsonObject[], at: number): Generator<string> {
  const { id, call_id: callId, name, arguments: given } = input[at]!;
  const place = `input[${at}]`;
  if (!/^[\x21-\x7e]{1,64}$/.test(text(callId))) yield `${place}.call_id: string too long or empty`;
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(name))) yield `${place}.name: does not match '^[a-zA-Z0-9_-]+$'`;
  try {
    JSON.parse(text(given));
  } catch {
    yield `${place}.arguments: not JSON`;
  }
  const isAnswered = idsOf(input.slice(at), "function_call_output").includes(text(callId));
  if (!isAnswered) yield `No tool output found for function call ${text(callId)}.`;
  // A thought's own calls come behind it, perhaps behind a message or other calls of the same reply.
  const reply = input
    .slice(0, at)
    .findLastIndex(({ type, role }) => role === "user" || text(type).endsWith("_output"));
  const wasThought = /^fc_.*_t$/.test(text(id));
  if (wasThought && !input.slice(reply + 1, at).some(({ type }) => type === "reasoning"))
    yield `Item '${text(id)}' of type 'function_call' was provided without its required 'reasoning' item.`;
}

function* output(input: readonly JsonObject[], at: number): Generator<string> {
  const { call_id: callId, output: given } = input[at]!;
  if (!idsOf(input.slice(0, at), "function_call").includes(text(callId)))
    yield `No tool call found for function call output with call_id ${text(callId)}.`;
  if (Array.isArray(given)) for (const part of objects(given)) yield* inputPart(part, `input[${at}].output`);
  else if (typeof given !== "string") yield `input[${at}].output: Missing required parameter`;
}

function* tools({ tools: given, tool_choice: choice }: JsonObject): Generator<string> {
  const all = objects(given);
  if (choice !== undefined && choice !== "auto" && choice !== "none" && all.length === 0)
    yield "Tool choice must be specified together with tools";
  const searches = all.some(({ type }) => type === "tool_search");
  for (const [at, { type, name, parameters, strict, defer_loading: isHidden }] of all.entries()) {
    if (type === "tool_search" || type === "web_search") continue;
    if (isHidden === true && !searches) yield `tools[${at}].defer_loading: requires tool_search`;
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(name))) yield `tools[${at}].name: does not match`;
    yield* openaiSchemaRules(parameters, `tools[${at}]`, strict === true);
  }
  const named = all.filter(({ name }) => name !== undefined);
  for (const name of twice(named.map((tool) => text(tool["name"])))) yield `tools: duplicate name ${name}`;
}
