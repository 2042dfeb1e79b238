// Structured outputs. Vendors enforce a schema only if it follows their rules,
// and reject the request otherwise. A schema that may not be accepted is not
// sent as strict; the reply is validated in any case.
import { isJsonObject } from "@skein/protocol";
import type { JsonValue } from "@skein/protocol";

/**
 * Keywords allowed in strict schemas. Fewer than vendors support, since a wrong
 * guess would fail every request.
 */
const allowed = new Set([
  "$schema",
  "$defs",
  "$ref",
  "additionalProperties",
  "anyOf",
  "const",
  "description",
  "enum",
  "items",
  "properties",
  "required",
  "title",
  "type",
]);

/** Deepest nesting that counts as strict. */
const maxDepth = 5;

/**
 * Returns true if vendors can enforce this schema unchanged: every object
 * closed, all its properties required.
 *
 * Sources: developers.openai.com/api/docs/guides/structured-outputs, supported
 * schemas; platform.claude.com/docs/en/build-with-claude/structured-outputs,
 * which supports the same and more; read 2026-11-20.
 *
 * @param depth - nesting of this part of the schema. Default: 0, the root.
 *
 * @example
 * ```ts
 * isStrict({
 *   type: "object",
 *   properties: { city: { type: "string" } },
 *   required: ["city"],
 *   additionalProperties: false,
 * }); // true
 * ```
 */
export function isStrict(schema: JsonValue | undefined, depth = 0): boolean {
  if (!isJsonObject(schema) || depth > maxDepth) return false;
  if (Object.keys(schema).some((keyword) => !allowed.has(keyword))) return false;
  const { type, properties, required, items, anyOf, $defs, $ref, additionalProperties } = schema;
  const deeper = (inner: JsonValue | undefined): boolean => isStrict(inner, depth + 1);
  if (type === undefined && anyOf === undefined && $ref === undefined) return false;
  if (additionalProperties !== undefined && additionalProperties !== false) return false;
  if (
    (type === "object") !== (additionalProperties === false) ||
    (type === "array") !== (items !== undefined)
  )
    return false;
  if (Array.isArray(type) && type.some((word) => word === "object" || word === "array")) return false;
  if (type === "object") {
    if (!isJsonObject(properties) || !Array.isArray(required)) return false;
    if (Object.keys(properties).some((name) => !required.includes(name))) return false;
    if (!Object.values(properties).every(deeper)) return false;
  }
  if (anyOf !== undefined && (depth === 0 || !Array.isArray(anyOf) || !anyOf.every(deeper))) return false;
  if ($defs !== undefined && (!isJsonObject($defs) || !Object.values($defs).every(deeper))) return false;
  return items === undefined || deeper(items);
}
