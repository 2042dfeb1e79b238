export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** JSON Schema, any draft. Kept loose: it comes from many authors and is checked behind `Tool.check`. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
