import { isJsonObject } from "@skein/protocol";
import type { JsonSchema, ToolDefinition } from "@skein/protocol";
import type { WireTool } from "../wire.ts";

/** In the order given. One tool with a schema the vendor refuses would fail every request, so schemas are made to fit. */
export function wireTools(tools: readonly ToolDefinition[]): WireTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    name,
    ...(description.trim() === "" ? {} : { description: description.toWellFormed() }),
    input_schema: rootObject(inputSchema),
  }));
}

/**
 * The vendor wants `type: object` at the root and neither `anyOf`, `oneOf` nor `allOf` there. The properties of the
 * branches are offered together; what must be given is then said by the tool's own check.
 */
function rootObject(schema: JsonSchema | null): JsonSchema {
  if (!isJsonObject(schema) || (schema["type"] !== undefined && schema["type"] !== "object")) {
    return { type: "object", properties: {} };
  }
  const { anyOf, oneOf, allOf, ...rest } = schema;
  const branches = [anyOf, oneOf, allOf].flat().filter(isJsonObject);
  if (branches.length === 0) return { ...rest, type: "object" };
  const properties = [rest, ...branches].map((branch) => branch["properties"]).filter(isJsonObject);
  return { ...rest, type: "object", properties: Object.assign({}, ...properties.toReversed()) as JsonSchema };
}
