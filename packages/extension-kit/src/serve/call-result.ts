import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import { describeFailure, isFailure, type ToolContentPart, type ToolOutcome } from "@skein/protocol";

/** Converts a tool's outcome to an MCP result. The text of a failure is the one that Skein's own models read. */
export function callResult(name: string, outcome: ToolOutcome): CallToolResult {
  return isFailure(outcome)
    ? { isError: true, content: [{ type: "text", text: describeFailure(name, outcome) }] }
    : { content: outcome.content.map(blockOf) };
}

function blockOf(part: ToolContentPart): ContentBlock {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
      return { type: "image", mimeType: part.mediaType, data: part.data };
    case "file": {
      const uri = `file:///${encodeURIComponent(part.name ?? "file")}`;
      return { type: "resource", resource: { uri, mimeType: part.mediaType, blob: part.data } };
    }
  }
}
