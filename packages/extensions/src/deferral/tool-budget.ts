import type { Tool } from "@skein/protocol";

/** How much of a request the definitions of tools may take before they are deferred. */
export interface ToolBudget {
  /** Number of tools. */
  readonly tools: number;
  /** Tokens of their definitions, estimated. */
  readonly tokens: number;
}

export const defaultToolBudget: ToolBudget = { tools: 40, tokens: 10_000 };

/** Four bytes of JSON a token, about what vendors count for schemas. */
const bytesPerToken = 4;

export function sizeOf(tools: readonly Tool[]): ToolBudget {
  const bytes = tools.reduce(
    (sum, { name, description, inputSchema }) =>
      sum + Buffer.byteLength(JSON.stringify([name, description, inputSchema])),
    0,
  );
  return { tools: tools.length, tokens: Math.ceil(bytes / bytesPerToken) };
}
