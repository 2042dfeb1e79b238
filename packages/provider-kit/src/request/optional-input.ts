import type { JsonSchema, ToolDefinition } from "@skein/protocol";

/**
 * Returns the predicate for tools that accept a call without arguments. False
 * for tools that the request does not have.
 *
 * @example
 * ```ts
 * optionalInput([{ name: "list", description: "Lists files.", inputSchema: { type: "object" } }])("list"); // true
 * ```
 */
export function optionalInput(tools: readonly ToolDefinition[]): (toolName: string) => boolean {
  return (toolName) => {
    const tool = tools.find(({ name }) => name === toolName);
    return tool !== undefined && requiresNothing(tool.inputSchema);
  };
}

/** Keywords that can require a field, besides `required`. */
const conditions = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "minProperties"];

/** False in doubt: a schema that refers to others is not followed. */
function requiresNothing(schema: JsonSchema): boolean {
  const { required, type = "object" } = schema;
  const isRequired = Array.isArray(required) ? required.length > 0 : required !== undefined;
  return !isRequired && type === "object" && !conditions.some((keyword) => Object.hasOwn(schema, keyword));
}
