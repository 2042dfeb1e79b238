import { defineExtension, defineFrontendTool } from "@skein/extension-kit";
import { ExtensionError, isJsonObject, messageOf, type Extension, type JsonObject } from "@skein/protocol";
import type { FrontendExtension } from "@skein/recipes";
import { loadJsonSchema } from "../later.ts";

/** A recipe's extension whose tools the app runs that shows the session. Throws `ExtensionError` for what is no tool. */
export async function frontendExtension({
  name,
  description = "",
  instructions = "",
  tools,
}: FrontendExtension): Promise<Extension> {
  // Loaded by name elsewhere, which a bundled program cannot.
  const { jsonSchema } = await loadJsonSchema();
  const toolOf = (definition: JsonObject) => {
    const { name: tool, description: text = "", inputSchema } = definition;
    if (typeof tool !== "string" || typeof text !== "string" || !isJsonObject(inputSchema))
      throw new Error("it needs a name, and an object as its inputSchema");
    return defineFrontendTool({ name: tool, description: text, input: jsonSchema(inputSchema) });
  };
  const made = tools.map((definition, at) => {
    try {
      return toolOf(definition as JsonObject);
    } catch (error) {
      const message = `The extension ${name} has a tool that cannot be used (tools[${at}]): ${messageOf(error)}.`;
      throw new ExtensionError("start-failed", message, { cause: error, hint: "Fix the recipe." });
    }
  });
  return defineExtension({ name, description, instructions, tools: made });
}
