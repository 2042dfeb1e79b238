// The prompt for models without tool calling. Its rules answer what such models
// get wrong: text around the JSON, invented results, calls in explanations.
import type { ToolDefinition } from "@skein/protocol";
import { closeTag, openTag } from "./call-reader.ts";

/**
 * Writes the part of the system prompt that describes tools to a model without
 * tool calling. A prompt: a change invalidates prompt caches.
 */
export function toolInstructions(tools: readonly ToolDefinition[]): string {
  return [rules, ...tools.map(described)].join("\n\n").toWellFormed();
}

const rules = `# Tools

You can use the tools below. To call one, write this on lines of its own, outside of any code block:

${openTag}
{"name": "NAME", "input": {"FIELD": "VALUE"}}
${closeTag}

- Between the tags stands one JSON object and nothing else. Line breaks inside its strings are written as \\n.
- For several calls write several such blocks, one after the other.
- End your reply behind your calls. You get the results in the next message, in <tool_result> blocks, in the order of your calls. Never write such a block yourself, and never guess a result.
- When you only want to show what a call looks like, put it into a code block: then it is not made.
- When you need no tool, answer without one.`;

/** Describes one tool, with its schema as JSON. */
function described({ name, description, inputSchema }: ToolDefinition): string {
  return [`## ${name}`, description.trim(), `Input, as JSON Schema: ${JSON.stringify(inputSchema)}`]
    .filter((line) => line !== "")
    .join("\n");
}
