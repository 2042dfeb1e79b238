export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** JSON Schema, any draft. Kept loose: it comes from many authors and is checked behind `Tool.check`. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The same JSON with every string changed, keys too. What did not change is the same object as before, so that a
 * value without a hit costs no memory.
 *
 * @param isOpaque - fields that stay as they are, and all below them.
 */
export function mapStrings<Value>(
  value: Value,
  change: (text: string) => string,
  isOpaque: (field: string, owner: object) => boolean = () => false,
): Value {
  return mapped(value, change, isOpaque) as Value;
}

function mapped(
  value: unknown,
  change: (text: string) => string,
  isOpaque: (field: string, owner: object) => boolean,
): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mapped(item, change, isOpaque));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  let isSame = true;
  const fields = Object.entries(value).map(([field, inner]) => {
    const name = change(field);
    const now = isOpaque(field, value) ? inner : mapped(inner, change, isOpaque);
    if (name !== field || now !== inner) isSame = false;
    return [name, now] as const;
  });
  return isSame ? value : Object.fromEntries(fields);
}
