import type { JsonValue } from "./json.ts";

/** Maximum nesting depth. Code that walks an entry later is recursive. */
const deepest = 200;

/** Result of `toJson`. */
export type JsonCheck =
  | {
      /** The value is exactly JSON. */
      readonly ok: true;
      /** Copy of the value, which later changes do not reach. */
      readonly value: JsonValue;
    }
  | {
      /** The value is not JSON. */
      readonly ok: false;
      /**
       * Part that is not JSON, with its place as a JSON pointer:
       * `/a/0 is a BigInt`.
       */
      readonly problem: string;
    };

/**
 * Copies a value that is exactly JSON, or says what in it is not.
 *
 * Fields that are `undefined` are left out. Nothing else is dropped or
 * converted: a `Date`, a `Map`, `NaN`, a function, a cycle or more than 200
 * levels is a problem, not `{}`, `null` or a string.
 *
 * @example
 * ```ts
 * toJson({ a: 1, b: undefined }); // { ok: true, value: { a: 1 } }
 * toJson({ at: new Date() }); // { ok: false, problem: "/at is an object of the class Date" }
 * ```
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

/**
 * Escapes a key as in a JSON pointer.
 *
 * Source: RFC 6901, 3.
 */
function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
