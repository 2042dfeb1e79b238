import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { ToolDefinition } from "@skein/protocol";
import { legalIds, legalName, rootObject } from "@skein/provider-kit";

/** Which vendor stands behind the AI SDK is not known: what all of them take. */
const characters = { illegal: /[^a-zA-Z0-9_-]/g, maxLength: 64 };

export const callIds = legalIds(characters);

export function wireName(name: string): string {
  return legalName(name, characters);
}

export function wireTool({ name, description, inputSchema }: ToolDefinition): LanguageModelV4FunctionTool {
  return {
    type: "function",
    name: wireName(name),
    ...(description.trim() === "" ? {} : { description: description.toWellFormed() }),
    inputSchema: rootObject(inputSchema),
  };
}
