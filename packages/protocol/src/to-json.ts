import type { JsonValue } from "./json.ts";

/** Maximum nesting depth; code that walks an entry later is recursive. */
const deepest = 200;

export type JsonCheck =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problem: string };

/**
 * Copies a value that is exactly JSON, or says what in it is not. Fields that are `undefined` are left out; nothing
 * else is dropped or converted: a `Date`, a `Map`, `NaN`, a function or a cycle is a problem, not `{}`, `null` or a
 * string.
 */
export function toJson(value: unknown): JsonCheck {
  try {
    return { ok: true, value: copied(value, "", []) };
  } catch (error) {
    if (error instanceof NotJson) return { ok: false, problem: error.message };
    throw error;
  }
}

class NotJson extends Error {}

function copied(value: unknown, path: string, above: readonly object[]): JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return value;
    throw notJson(path, `is ${value}`);
  }
  if (typeof value !== "object") throw notJson(path, `is ${kindOf(value)}`);
  if (above.includes(value)) throw notJson(path, "contains itself");
  if (above.length >= deepest) throw notJson(path, `is nested more than ${deepest} levels deep`);
  const within = [...above, value];
  if (Array.isArray(value))
    // Not `map`, which skips holes.
    return Array.from(value, (item: unknown, at) => copied(item, `${path}/${at}`, within));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw notJson(path, `is ${kindOf(value)}`);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([name, field]) => [name, copied(field, `${path}/${escaped(name)}`, within)]),
  );
}

function notJson(path: string, problem: string): NotJson {
  return new NotJson(path === "" ? `the value ${problem}` : `${path} ${problem}`);
}

function kindOf(value: unknown): string {
  if (value === undefined) return "undefined";
  if (typeof value === "bigint") return "a BigInt";
  if (typeof value !== "object" || value === null) return `a ${typeof value}`;
  const { constructor } = value;
  return typeof constructor === "function" && constructor.name !== ""
    ? `an object of the class ${constructor.name}`
    : "an object of a class";
}

/** As in a JSON pointer. */
function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
