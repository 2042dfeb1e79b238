import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue } from "@skein/protocol";
import { isBase64, isBlank, loneSurrogates, objects, text, twice } from "./rule.ts";
import { unsealedThoughts } from "./seals.ts";

const fields = ["role", "content", "thinking", "images", "tool_calls", "tool_name", "tool_call_id"];

/**
 * What `/api/chat` refuses, and what it takes but templates of models make nonsense of. Sources, read 2026-11-20:
 * docs.ollama.com/api (fields), capabilities/tool-calling (results follow their calls and name the tool) and
 * capabilities/thinking (true, false or a level); the refusals themselves in public bug reports ("cannot unmarshal
 * string into Go struct field ChatRequest.messages.tool_calls.function.arguments", "cannot unmarshal array into Go
 * struct field .tools.function.parameters.properties").
 */
export function* ollamaRules(body: JsonObject): Generator<string> {
  yield* loneSurrogates(body);
  yield* settings(body);
  const messages = objects(body["messages"]);
  // An empty list only loads the model.
  if (messages.length === 0) yield "messages: empty array";
  for (const [at, message] of messages.entries()) {
    for (const name of Object.keys(message))
      if (!fields.includes(name)) yield `messages[${at}].${name}: not of this wire`;
    yield* said(message, at);
    yield* pairing(messages, at);
  }
  const last = messages.at(-1)?.["role"];
  if (last === "assistant" || last === "system") yield "messages: the last one must be of a user or a tool";
  const ids = messages.flatMap((message) => callsOf(message).map(({ id }) => id));
  for (const id of twice(ids)) yield `two calls have the id ${id}`;
  yield* tools(body["tools"]);
}

function* settings({ model, think, options }: JsonObject): Generator<string> {
  if (isBlank(model)) yield "model is required";
  if (think !== undefined && typeof think !== "boolean" && !/^(low|medium|high)$/.test(text(think)))
    yield "think must be a boolean or string";
  for (const name of ["num_ctx", "num_predict"]) {
    const value = isJsonObject(options) ? options[name] : undefined;
    if (value !== undefined && !Number.isInteger(value)) yield `option "${name}" must be of type integer`;
  }
}

function* said({ role, content, thinking, images, tool_calls: calls }: JsonObject, at: number) {
  const place = `messages[${at}]`;
  if (typeof content !== "string") yield `${place}.content: cannot unmarshal into a string`;
  for (const image of Array.isArray(images) ? images : [])
    if (!isBase64(text(image))) yield `${place}.images: illegal base64 data`;
  if (Array.isArray(images) && role !== "user") yield `${place}.images: only of a user`;
  if (calls !== undefined && (role !== "assistant" || objects(calls).length === 0))
    yield `${place}.tool_calls: of a reply, and not empty`;
  if (thinking !== undefined) {
    if (role !== "assistant" || isBlank(thinking)) yield `${place}.thinking: of a reply, and not empty`;
    for (const foreign of unsealedThoughts("ollama", text(thinking)))
      yield `${place}.thinking: of another model: ${foreign}`;
  }
  const saysMore = objects(calls).length > 0 || (Array.isArray(images) && images.length > 0);
  if (isBlank(content) && !saysMore) yield `${place}: says nothing`;
  if (role === "system" && at > 0) yield `${place}: the system message must come first`;
  if (!/^(system|user|assistant|tool)$/.test(text(role))) yield `${place}: invalid role: ${text(role)}`;
}

interface WireCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonValue | undefined;
}

function callsOf({ tool_calls: calls }: JsonObject): readonly WireCall[] {
  return objects(calls).map(({ id, function: called }) => {
    const { name, arguments: input } = isJsonObject(called) ? called : {};
    return { id: text(id), name: text(name), input };
  });
}

/** Templates without ids put results behind calls in the order they find them. */
function* pairing(messages: readonly JsonObject[], at: number): Generator<string> {
  const message = messages[at]!;
  if (message["role"] === "tool") {
    const caller = messages.slice(0, at).findLast(({ role }) => role !== "tool");
    const ids = callsOf(caller ?? {}).map(({ id }) => id);
    if (!ids.includes(text(message["tool_call_id"]))) yield `messages[${at}]: a result without its call`;
    return;
  }
  const calls = callsOf(message);
  const after = messages.slice(at + 1);
  const end = after.findIndex(({ role }) => role !== "tool");
  const results = end < 0 ? after : after.slice(0, end);
  if (calls.length > 0 && results.length !== calls.length)
    yield `messages[${at}]: ${calls.length} calls, and ${results.length} results behind them`;
  for (const [index, { id, name, input }] of calls.entries()) {
    const place = `messages[${at}].tool_calls[${index}]`;
    if (!isJsonObject(input))
      yield `${place}: cannot unmarshal into field function.arguments of type api.ToolCallFunctionArguments`;
    if (!isName(name)) yield `${place}: a name that templates cannot write`;
    const { tool_call_id: answered, tool_name: tool } = results[index] ?? {};
    if (answered !== id || tool !== name) yield `${place}: result ${index} does not answer ${name}`;
  }
}

function isName(name: string): boolean {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(name);
}

function* tools(given: JsonValue | undefined): Generator<string> {
  const all = objects(given).map(({ function: one }) => (isJsonObject(one) ? one : {}));
  for (const { name, parameters } of all) {
    const place = `tools.function ${text(name)}`;
    if (!isName(text(name))) yield `${place}: a name that templates cannot write`;
    const { type, properties, required } = isJsonObject(parameters) ? parameters : {};
    if (type !== "object") yield `${place}.parameters: no object at its root`;
    if (!isJsonObject(properties)) yield `${place}.parameters.properties: cannot unmarshal into a map`;
    if (required !== undefined && !Array.isArray(required))
      yield `${place}.parameters.required: cannot unmarshal into a list`;
  }
  for (const name of twice(all.map((one) => text(one["name"])))) yield `tools: duplicate name ${name}`;
}
