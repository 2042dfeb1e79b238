import type { ToolDefinition } from "@skein/protocol";
import { toolCallEnd } from "@skein/provider-kit";
import { createRules, literal } from "./json-grammar.ts";

/**
 * The grammar of what stands behind the start of a call: one of the tools by its name, an input that fits its schema, and
 * the end. In the form that `withToolShim` describes to the model and reads.
 */
export function callGrammar(tools: readonly ToolDefinition[]): string {
  const rules = createRules();
  const calls = tools.map(({ name, inputSchema }) => {
    const head = literal(`{"name": ${JSON.stringify(name)}, "input": `);
    return `${head} ${rules.schema(inputSchema)} "}"`;
  });
  return rules.text(`"\\n"? (${calls.join(" | ")}) "\\n"? ${literal(toolCallEnd)}`);
}

/** The grammar of a reply that is JSON alone. */
export function replyGrammar(schema: ToolDefinition["inputSchema"]): string {
  const rules = createRules();
  return rules.text(rules.schema(schema));
}
