import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue } from "@skein/protocol";
import { objects } from "./rule.ts";

/**
 * What both interfaces refuse in the schema of a function. Sources: the refusals of api.openai.com in public bug reports
 * ("object schema missing properties", "array schema missing items", nothing but an object at the root);
 * developers.openai.com/api/docs/guides/structured-outputs for strict ones, read 2026-11-20.
 */
export function* openaiSchemaRules(
  schema: JsonValue | undefined,
  place: string,
  isStrict: boolean,
): Generator<string> {
  if (!isJsonObject(schema) || schema["type"] !== "object") {
    yield `${place}: schema must be a JSON Schema of 'type: "object"'`;
    return;
  }
  if (["oneOf", "anyOf", "allOf", "enum", "not"].some((keyword) => keyword in schema))
    yield `${place}: must not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level`;
  yield* inside(schema, place, isStrict);
}

function* inside(schema: JsonObject, place: string, isStrict: boolean): Generator<string> {
  const { type, properties, items, required, additionalProperties } = schema;
  if (type === "array" && items === undefined && schema["prefixItems"] === undefined)
    yield `${place}: array schema missing items`;
  if (type === "object" && place.indexOf(".") === -1 && !isJsonObject(properties))
    yield `${place}: object schema missing properties`;
  if (isStrict && type === "object") {
    const names = Object.keys(isJsonObject(properties) ? properties : {});
    if (additionalProperties !== false) yield `${place}: 'additionalProperties' is required to be false`;
    if (!Array.isArray(required) || names.some((name) => !required.includes(name)))
      yield `${place}: 'required' is required to include every key in properties`;
  }
  for (const [name, inner] of Object.entries(isJsonObject(properties) ? properties : {}))
    if (isJsonObject(inner)) yield* inside(inner, `${place}.${name}`, isStrict);
  if (isJsonObject(items)) yield* inside(items, `${place}.items`, isStrict);
  for (const keyword of ["anyOf", "oneOf", "allOf"])
    for (const inner of objects(schema[keyword])) yield* inside(inner, `${place}.${keyword}`, isStrict);
}
