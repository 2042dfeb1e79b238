import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue } from "@skein/protocol";
import { isBase64, isBlank, loneSurrogates, objects, text, twice } from "./rule.ts";
import { sealOf } from "./seals.ts";

/** The documented word for calls that another model made. */
const foreignSignature = "skip_thought_signature_validator";

const fields = [
  "text",
  "functionCall",
  "functionResponse",
  "inlineData",
  "executableCode",
  "codeExecutionResult",
];

/**
 * What `generateContent` of a third-generation Gemini refuses. Sources, read 2026-11-20: ai.google.dev/gemini-api/docs,
 * thought-signatures (the first call of each step has one), function-calling (responses right behind the calls, as
 * many as there are); ai.google.dev/api/caching (names); the refusals themselves in public bug reports.
 */
export function* googleRules(body: JsonObject): Generator<string> {
  yield* loneSurrogates(body);
  const contents = objects(body["contents"]);
  if (contents.length === 0) yield "contents is not specified";
  for (const [at, { role, parts }] of contents.entries()) {
    if (role !== (at % 2 === 0 ? "user" : "model")) yield `contents[${at}]: roles must alternate, user first`;
    if (objects(parts).length === 0) yield `contents[${at}].parts must not be empty`;
    for (const [index, part] of objects(parts).entries())
      yield* partRules(part, `contents[${at}].parts[${index}]`);
    yield* pairing(contents, at);
  }
  if (contents.at(-1)?.["role"] === "model")
    yield "Please ensure that the conversation ends with a user turn.";
  const ids = contents.flatMap((content) => calls(content).map(({ id }) => text(id)));
  for (const id of twice(ids)) yield `Duplicate function call id ${id}`;
  yield* functions(body);
}

function* partRules(part: JsonObject, place: string): Generator<string> {
  const set = fields.filter((field) => field in part);
  if (set.length !== 1) yield `${place}: one of data must be set, there are ${set.join(", ") || "none"}`;
  const { text: words, functionCall: call, inlineData: media, thoughtSignature: signature } = part;
  if (words !== undefined && isBlank(words) && signature === undefined) yield `${place}: empty text`;
  if (signature !== undefined) yield* signed(part, text(signature), place);
  if (isJsonObject(call)) {
    if (!isFunctionName(call["name"])) yield `${place}.function_call.name: Invalid function name`;
    if (!isJsonObject(call["args"])) yield `${place}.function_call.args: not an object`;
  }
  if (isJsonObject(media) && !isBase64(text(media["data"])))
    yield `${place}.inline_data.data: Base64 decoding failed`;
}

function* signed(part: JsonObject, signature: string, place: string): Generator<string> {
  const { functionCall: call, text: words = null } = part;
  if (isJsonObject(call) && signature === foreignSignature) return;
  const made: JsonValue = isJsonObject(call) ? (call["args"] ?? null) : words;
  if (signature !== sealOf("google", made)) yield `${place}: Invalid thought signature.`;
}

function calls({ role, parts }: JsonObject): readonly JsonObject[] {
  if (role !== "model") return [];
  return objects(parts).flatMap(({ functionCall }) => (isJsonObject(functionCall) ? [functionCall] : []));
}

function responses(content: JsonObject | undefined): readonly JsonObject[] {
  return objects(content?.["parts"]).flatMap(({ functionResponse }) =>
    isJsonObject(functionResponse) ? [functionResponse] : [],
  );
}

function* pairing(contents: readonly JsonObject[], at: number): Generator<string> {
  const content = contents[at]!;
  const made = calls(content);
  if (made.length > 0) {
    const given = responses(contents[at + 1]);
    if (given.length !== made.length)
      yield "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
    for (const [index, { id, name }] of made.entries())
      if (given[index]?.["id"] !== id || given[index]?.["name"] !== name)
        yield `contents[${at + 1}]: function_response ${index} does not answer ${text(name)}`;
    const [first] = objects(content["parts"]).filter((part) => "functionCall" in part);
    if (first?.["thoughtSignature"] === undefined)
      yield `Function call is missing a thought_signature in functionCall parts: ${text(made[0]?.["name"])}`;
  }
  if (responses(content).length > 0 && (at === 0 || calls(contents[at - 1]!).length === 0))
    yield "Please ensure that function response turn comes immediately after a function call turn.";
  for (const { response } of responses(content))
    if (!isJsonObject(response)) yield `contents[${at}]: function_response.response: not an object`;
}

function isFunctionName(name: JsonValue | undefined): boolean {
  return /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/.test(text(name));
}

function* functions({ tools, toolConfig }: JsonObject): Generator<string> {
  const all = objects(tools).flatMap(({ functionDeclarations }) => objects(functionDeclarations));
  if (objects(tools).length > 0 && all.length === 0) yield "tools[0].function_declarations: empty";
  if (toolConfig !== undefined && all.length === 0)
    yield "Function calling config is set without function_declarations.";
  for (const [at, { name, parametersJsonSchema: schema }] of all.entries()) {
    if (!isFunctionName(name)) yield `function_declarations[${at}].name: Invalid function name`;
    if (schema === undefined) continue;
    if (!isJsonObject(schema) || schema["type"] !== "object")
      yield `function_declarations[${at}].parameters_json_schema: should be of type OBJECT`;
    else yield* schemaRules(schema, `function_declarations[${at}]`);
  }
  for (const name of twice(all.map((one) => text(one["name"]))))
    yield `Duplicate function declaration found: ${name}`;
}

function* schemaRules(schema: JsonObject, place: string): Generator<string> {
  const { properties, required, items, $ref } = schema;
  if ("$schema" in schema) yield `${place}: $schema is not taken`;
  if ($ref !== undefined && !text($ref).startsWith("#/$defs/")) yield `${place}: $ref must lead to $defs`;
  const known = isJsonObject(properties) ? Object.keys(properties) : undefined;
  if (known && Array.isArray(required))
    for (const name of required)
      if (typeof name === "string" && !known.includes(name)) yield `${place}.required: ${name}: not defined`;
  for (const [name, inner] of Object.entries(isJsonObject(properties) ? properties : {}))
    if (isJsonObject(inner)) yield* schemaRules(inner, `${place}.${name}`);
  if (isJsonObject(items)) yield* schemaRules(items, `${place}.items`);
}
