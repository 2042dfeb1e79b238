import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonSchema } from "@skein/protocol";

/**
 * Gives a tool's schema an object at its root, for vendors that reject any
 * other root, or `anyOf`, `oneOf` or `allOf` there.
 *
 * The branches' properties are merged; the tool's own check enforces which are
 * required.
 *
 * @example
 * ```ts
 * rootObject({ anyOf: [{ properties: { path: { type: "string" } } }] });
 * // { type: "object", properties: { path: { type: "string" } } }
 * ```
 */
export function rootObject(schema: JsonSchema | null): JsonObject {
  if (!isJsonObject(schema) || (schema["type"] !== undefined && schema["type"] !== "object")) {
    return { type: "object", properties: {} };
  }
  const { anyOf, oneOf, allOf, type: _, properties, ...rest } = schema;
  const branches = [anyOf, oneOf, allOf].flat().filter(isJsonObject);
  const offered = [properties, ...branches.map((branch) => branch["properties"])].filter(isJsonObject);
  return { type: "object", properties: Object.assign({}, ...offered.toReversed()) as JsonObject, ...rest };
}
