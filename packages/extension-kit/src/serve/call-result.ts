// Results on the wire. MCP has no kinds of failures, so a failure is a result
// with a text for the model.

import type { CallToolResult } from "@modelcontextprotocol/server";
import { describeFailure, isFailure, type ToolOutcome } from "@skein/protocol";
import { blockOf } from "./content-blocks.ts";

/**
 * Converts a tool's outcome to an MCP result. The text of a failure is the one
 * that Skein's own models read.
 *
 * @param name - name of the tool, for the text of a failure.
 */
export function callResult(name: string, outcome: ToolOutcome): CallToolResult {
  if (isFailure(outcome))
    return { isError: true, content: [{ type: "text", text: describeFailure(name, outcome) }] };
  const { structured } = outcome;
  return {
    content: outcome.content.map(blockOf),
    ...(structured === undefined ? {} : { structuredContent: structured }),
  };
}
