import type { ToolDefinition } from "@skein/protocol";
import { legalName, rootObject } from "@skein/provider-kit";
import type { WireTool } from "../wire.ts";

/** The vendor takes `^[a-zA-Z0-9_-]{1,128}$`. */
export function wireName(name: string): string {
  return legalName(name, { illegal: /[^a-zA-Z0-9_-]/g, maxLength: 128 });
}

/** In the order given. */
export function wireTools(tools: readonly ToolDefinition[]): WireTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    name: wireName(name),
    ...(description.trim() === "" ? {} : { description: description.toWellFormed() }),
    input_schema: rootObject(inputSchema),
  }));
}
