import type { ToolDefinition } from "@skein/protocol";
import { legalName, type SentTool } from "@skein/provider-kit";
import type { WireFunction, WireRequest } from "../wire.ts";
import { parametersSchema } from "./schema.ts";

/**
 * Source: ai.google.dev/api/caching, FunctionDeclaration: a name begins with a letter or an underscore. Newer versions
 * of the API also take dots, colons and 128 characters.
 */
export function wireName(name: string): string {
  return legalName(name, { illegal: /[^a-zA-Z0-9_-]|^(?=[0-9-])/g, maxLength: 64 });
}

/** The functions of a request, in their order. */
export function sentTools({ tools = [] }: Pick<WireRequest, "tools">): readonly SentTool[] {
  return tools
    .flatMap((tool) => ("functionDeclarations" in tool ? tool.functionDeclarations : []))
    .map(({ name, parametersJsonSchema }) => ({
      name,
      schema: parametersJsonSchema,
    }));
}

/** In the order given. */
export function wireTools(tools: readonly ToolDefinition[]): WireFunction[] {
  return tools.map(({ name, description, inputSchema }) => {
    const schema = parametersSchema(inputSchema);
    return {
      name: wireName(name),
      ...(description.trim() === "" ? {} : { description: description.toWellFormed() }),
      ...(schema ? { parametersJsonSchema: schema } : {}),
    };
  });
}
