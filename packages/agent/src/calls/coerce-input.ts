import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "@skein/protocol";

/**
 * Fixes four common mistakes in a model's arguments, where the schema expects another type and the meaning
 * is clear; leaves everything else alone.
 *
 * - a number given as a string: `"3"` for `number` or `integer`
 * - a boolean given as a string: `"true"`, `"false"`
 * - an object or array given as a string of JSON
 * - `null` for a property that may be left out and cannot be `null`
 *
 * A value whose type the schema allows is not changed, so a string in a string field stays a string.
 */
export function coerceInput(schema: JsonSchema, value: JsonValue): JsonValue {
  const types = typesOf(schema);
  const coerced = typeof value === "string" && types.length > 0 ? coerceString(types, value) : value;
  if (Array.isArray(coerced)) return coerceItems(schema, coerced as readonly JsonValue[]);
  return isJsonObject(coerced) ? coerceProperties(schema, coerced) : coerced;
}

function coerceString(types: readonly string[], text: string): JsonValue {
  if (types.includes("string")) return text;
  if (types.includes("number") || types.includes("integer")) {
    const isNumber = types.includes("number") ? /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/ : /^-?\d+$/;
    if (isNumber.test(text) && Number.isFinite(Number(text))) return Number(text);
  }
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  const first = text.trimStart()[0];
  if ((types.includes("object") && first === "{") || (types.includes("array") && first === "[")) {
    try {
      return JSON.parse(text) as JsonValue;
    } catch {
      // Not JSON after all.
    }
  }
  return text;
}

function coerceItems(schema: JsonSchema, items: readonly JsonValue[]): JsonValue {
  const itemSchema = schemaAt(schema["items"]);
  return itemSchema ? items.map((item) => coerceInput(itemSchema, item)) : items;
}

function coerceProperties(schema: JsonSchema, value: JsonObject): JsonObject {
  const properties = schemaAt(schema["properties"]);
  if (!properties) return value;
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const entries = Object.entries(value).flatMap(([name, field]): (readonly [string, JsonValue])[] => {
    const fieldSchema = Object.hasOwn(properties, name) ? schemaAt(properties[name]) : undefined;
    if (!fieldSchema) return [[name, field]];
    if (field === null && !required.includes(name) && refusesNull(fieldSchema)) return [];
    return [[name, coerceInput(fieldSchema, field)]];
  });
  return Object.fromEntries(entries);
}

function refusesNull(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  return types.length > 0 && !types.includes("null");
}

/**
 * The types a schema allows at its top level; empty when it states none, or only through keywords not handled
 * here.
 */
function typesOf(schema: JsonSchema): readonly string[] {
  const { type, anyOf, oneOf } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((name) => typeof name === "string");
  const choices = anyOf ?? oneOf;
  if (!Array.isArray(choices)) return [];
  const types = choices.map((choice) => schemaAt(choice)).map((choice) => (choice ? typesOf(choice) : []));
  return types.every((found) => found.length > 0) ? types.flat() : [];
}

function schemaAt(value: unknown): JsonSchema | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonSchema)
    : undefined;
}
