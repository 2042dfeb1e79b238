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
  return mappedFields(value as Readonly<Record<string, unknown>>, change, isOpaque);
}

/** Builds nothing until a field has changed: most have not, and an input may hold tens of thousands. */
function mappedFields(
  value: Readonly<Record<string, unknown>>,
  change: (text: string) => string,
  isOpaque: (field: string, owner: object) => boolean,
): object {
  const fields = Object.keys(value);
  let now: [string, unknown][] | undefined;
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at]!;
    const inner = value[field];
    const name = change(field);
    const changed = isOpaque(field, value) ? inner : mapped(inner, change, isOpaque);
    if (!now && (name !== field || changed !== inner)) {
      now = fields.slice(0, at).map((before) => [before, value[before]]);
    }
    now?.push([name, changed]);
  }
  return now ? Object.fromEntries(now) : value;
}
