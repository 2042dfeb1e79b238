import type { Message, ToolDefinition } from "@skein/protocol";
import { legalNames, rootObject, wellFormed, type SentTool } from "@skein/provider-kit";
import type { WireRequest, WireToolSpec } from "../wire.ts";

/** The vendor takes `[a-zA-Z0-9_-]+`, 64 at most. */
export const wireName = legalNames({ illegal: /[^a-zA-Z0-9_-]/g, maxLength: 64 });

/**
 * In the order given. Where none are offered and the conversation has calls, their tools are named all the same: the
 * vendor refuses calls and results in a request without tools.
 */
export function wireTools(
  tools: readonly ToolDefinition[],
  messages: readonly Message[],
): readonly { readonly toolSpec: WireToolSpec }[] {
  return (tools.length > 0 ? tools : pastTools(messages)).map(({ name, description, inputSchema }) => ({
    toolSpec: {
      name: wireName(name),
      ...(description.trim() === "" ? {} : { description: description.toWellFormed() }),
      inputSchema: { json: wellFormed(rootObject(inputSchema)) },
    },
  }));
}

/** The tools of a request, in their order. */
export function sentTools({ toolConfig }: Pick<WireRequest, "toolConfig">): readonly SentTool[] {
  return (toolConfig?.tools ?? []).flatMap((tool) =>
    "toolSpec" in tool ? [{ name: tool.toolSpec.name, schema: tool.toolSpec.inputSchema.json }] : [],
  );
}

function pastTools(messages: readonly Message[]): readonly ToolDefinition[] {
  const names = messages.flatMap((message) =>
    message.role === "assistant"
      ? message.content.flatMap((part) => (part.type === "tool-call" ? [part.name] : []))
      : [],
  );
  const description = "Not available any more. Do not call it.";
  return [...new Set(names)].map((name) => ({ name, description, inputSchema: { type: "object" } }));
}
