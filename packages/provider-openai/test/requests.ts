import type { ModelRequest, ToolDefinition, ToolResultPart } from "@skein/protocol";
import { requestOf, result as resultOf, user } from "@skein/test-kit";

export const simple: ModelRequest = requestOf([user("Hello")], { system: "You are brief." });

export const look: ToolDefinition = {
  name: "look",
  description: "Looks.",
  inputSchema: { type: "object", properties: { at: { type: "string" } } },
};

export function result(callId: string, text: string): ToolResultPart {
  return resultOf(callId, text, look.name);
}
