import { objectsIn, type JsonObject, type ToolDefinition } from "@skein/protocol";
import { legalNames, objectIn, rootObject, stringIn, wellFormed, type SentTool } from "@skein/provider-kit";

/** Templates of models write names into the prompt as they are: what could be read otherwise there is mapped. */
export const wireName = legalNames({ illegal: /[^a-zA-Z0-9_-]/g, maxLength: 64 });

/** The tools of a request, in their order. */
export function sentTools({ tools }: JsonObject): readonly SentTool[] {
  return objectsIn(tools).map((tool) => {
    const { name, parameters } = objectIn(tool["function"]);
    return { name: stringIn(name), schema: parameters };
  });
}

/** In the order given. */
export function wireTools(tools: readonly ToolDefinition[]): JsonObject[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    function: {
      name: wireName(name),
      description: description.toWellFormed(),
      parameters: wellFormed(rootObject(inputSchema)),
    },
  }));
}
