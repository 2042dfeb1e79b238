/**
 * Any JSON value. Readonly, since values are shared between entries, events and
 * messages. `toJson` makes one from an unknown value.
 */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** JSON object. Keys can be absent: check for `undefined` before use. */
export interface JsonObject {
  /** Value of a key. */
  readonly [key: string]: JsonValue;
}

/**
 * JSON Schema, any draft. Loosely typed, since it comes from many authors;
 * `Tool.check` does the validation.
 */
export type JsonSchema = {
  /** Value of a keyword. */
  readonly [keyword: string]: unknown;
};

/**
 * Returns true for objects that are neither null nor an array. Does not check
 * the values: see `toJson`.
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns the objects of a list. Items of other types are dropped, and a value
 * that is no list has none.
 */
export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/**
 * Returns the name of a value's JSON type, for messages: as `typeof`, but
 * `null` and `array` are types of their own.
 */
export function jsonTypeOf(value: JsonValue): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

type IsOpaque = (field: string, owner: object) => boolean | "never";

const noneOpaque: IsOpaque = () => false;

/**
 * Maps every string of a JSON value, keys included. Parts without a change are
 * returned as the same object, so that a value without a match costs no memory.
 *
 * @param change - returns the new text, or its argument.
 * @param isOpaque - `true`: the field and everything below it stays unchanged.
 *   `"never"`: nothing at or below the field is opaque, whatever its shape.
 *   Default: nothing is opaque.
 *
 * @example
 * ```ts
 * mapStrings({ a: ["x", 1] }, (text) => text.toUpperCase()); // { A: ["X", 1] }
 * ```
 */
export function mapStrings<Value>(
  value: Value,
  change: (text: string) => string,
  isOpaque: IsOpaque = noneOpaque,
): Value {
  return mapped(value, change, isOpaque) as Value;
}

function mapped(value: unknown, change: (text: string) => string, isOpaque: IsOpaque): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mapped(item, change, isOpaque));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  return mappedFields(value as Readonly<Record<string, unknown>>, change, isOpaque);
}

/**
 * Allocates nothing until a field has changed: most have not, and an input may
 * have tens of thousands.
 */
function mappedFields(
  value: Readonly<Record<string, unknown>>,
  change: (text: string) => string,
  isOpaque: IsOpaque,
): object {
  const fields = Object.keys(value);
  let now: [string, unknown][] | undefined;
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at]!;
    const inner = value[field];
    const name = change(field);
    const opaque = isOpaque(field, value);
    const changed =
      opaque === true ? inner : mapped(inner, change, opaque === "never" ? noneOpaque : isOpaque);
    if (!now && (name !== field || changed !== inner)) {
      now = fields.slice(0, at).map((before) => [before, value[before]]);
    }
    now?.push([name, changed]);
  }
  return now ? Object.fromEntries(now) : value;
}
