import { isJsonObject, schemaListKeywords, schemaMapKeywords } from "@skein/protocol";
import type { JsonObject, JsonSchema, JsonValue } from "@skein/protocol";
import { rootObject } from "@skein/provider-kit";

/**
 * A tool's schema as the vendor takes it. One that it refuses would fail every request, so the root is made an object
 * with properties and without branches, and arrays get `items`. All other keywords are kept, unless the endpoint has refused schemas before (`plain`).
 *
 * Source: the refusals of api.openai.com ("object schema missing properties", "array schema missing items", "must not
 * have oneOf, anyOf, allOf at the top level").
 */
export function wireSchema(schema: JsonSchema | null, plain: boolean): JsonObject {
  return mapSchema(rootObject(schema), plain ? (inner) => withItems(plainKeywords(inner)) : withItems);
}

const inside = ["items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else"];
const isList = (keyword: string): boolean => (schemaListKeywords as readonly string[]).includes(keyword);
const isMap = (keyword: string): boolean => (schemaMapKeywords as readonly string[]).includes(keyword);

/** Changes a schema and all schemas in it, outermost first. */
function mapSchema(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const map = (inner: JsonValue): JsonValue => (isJsonObject(inner) ? mapSchema(inner, change) : inner);
  const entries = Object.entries(change(schema)).map(([keyword, value]): [string, JsonValue] => {
    if (inside.includes(keyword)) return [keyword, Array.isArray(value) ? value.map(map) : map(value)];
    if (isList(keyword) && Array.isArray(value)) return [keyword, value.map(map)];
    if (isMap(keyword) && isJsonObject(value)) {
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner)]))];
    }
    return [keyword, value];
  });
  return Object.fromEntries(entries);
}

function withItems(schema: JsonObject): JsonObject {
  const { type, items, prefixItems } = schema;
  const isArray = type === "array" || (Array.isArray(type) && type.includes("array"));
  return isArray && items === undefined && prefixItems === undefined ? { ...schema, items: {} } : schema;
}

/** Keywords that every vendor takes. */
const plainest = ["type", "description", "properties", "required", "items", "enum", "anyOf", "$ref", "$defs"];

function plainKeywords(schema: JsonObject): JsonObject {
  const { const: only, oneOf, definitions, additionalProperties: more } = schema;
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => plainest.includes(keyword))),
    ...(only === undefined ? {} : { enum: [only] }),
    ...(oneOf === undefined ? {} : { anyOf: oneOf }),
    ...(definitions === undefined ? {} : { definitions }),
    ...(typeof more === "boolean" ? { additionalProperties: more } : {}),
  };
}
