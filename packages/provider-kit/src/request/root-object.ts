import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonSchema } from "@skein/protocol";

/**
 * A tool's schema with an object at its root, for wires that refuse all tools when one has another or has `anyOf`,
 * `oneOf` or `allOf` there. The properties of the branches are offered together; what must be given is then said by
 * the tool's own check.
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
