import { isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";

/**
 * What has to be changed in one JSON value to get another, as JSON: `put` replaces it whole; `in` changes fields (or
 * places of a list), `drop` removes fields.
 */
export type Difference = JsonObject;

/** `undefined` when they are equal. */
export function difference(from: JsonValue | undefined, to: JsonValue): Difference | undefined {
  if (from === to) return undefined;
  const [fields, wanted] = [fieldsOf(from), fieldsOf(to)];
  if (!fields || !wanted || Array.isArray(from) !== Array.isArray(to)) return { put: to };
  if (Array.isArray(from) && fields.size !== wanted.size) return { put: to };

  const changes = [...wanted].flatMap(([name, value]) => {
    const change = difference(fields.get(name), value);
    return change ? [[name, change] as const] : [];
  });
  const drop = [...fields.keys()].filter((name) => !wanted.has(name));
  if (changes.length === 0 && drop.length === 0) return undefined;
  return {
    ...(changes.length > 0 ? { in: Object.fromEntries(changes) } : {}),
    ...(drop.length > 0 ? { drop } : {}),
  };
}

export function withDifference(from: JsonValue | undefined, change: JsonValue | undefined): JsonValue {
  if (!isJsonObject(change)) return from ?? null;
  if ("put" in change) return change["put"] ?? null;
  const fields = new Map(fieldsOf(from));
  for (const name of Array.isArray(change["drop"]) ? change["drop"] : []) fields.delete(String(name));
  for (const [name, own] of Object.entries(isJsonObject(change["in"]) ? change["in"] : {}))
    fields.set(name, withDifference(fields.get(name), own));
  return Array.isArray(from) ? [...fields.values()] : Object.fromEntries(fields);
}

function fieldsOf(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> | undefined {
  if (Array.isArray(value)) return new Map(value.map((item: JsonValue, place) => [String(place), item]));
  return isJsonObject(value) ? new Map(Object.entries(value)) : undefined;
}
