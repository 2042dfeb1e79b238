import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  CreateMessageResultWithTools,
} from "@modelcontextprotocol/client";
import { escapeInvisible, type ExtensionRequests, type ToolCall } from "@skein/protocol";
import { limits } from "../limits.ts";
import { sampledMessages } from "./sampled-messages.ts";
import { sampledTools } from "./sampled-tools.ts";

/** Asks the model for a server. Throws an `Error` that says why not; between calls the model is not asked. */
export async function sample(
  { messages, systemPrompt = "", maxTokens, temperature, tools, toolChoice }: CreateMessageRequestParams,
  requests: ExtensionRequests | undefined,
): Promise<CreateMessageResult | CreateMessageResultWithTools> {
  if (!requests) throw new Error("Sampling is only possible while a tool is called.");
  const reply = await requests.sample({
    system: escapeInvisible(systemPrompt),
    messages: sampledMessages(messages),
    maxOutputTokens: Math.max(1, Math.min(maxTokens, limits.sampledTokens)),
    temperature,
    ...(tools ? { tools: sampledTools(tools), toolChoice: toolChoice?.mode } : {}),
  });
  const { text, model, toolCalls = [], isCutOff = false } = reply;
  if (toolCalls.length > 0)
    return { role: "assistant", content: blocksOf(text, toolCalls), model, stopReason: "toolUse" };
  const stopReason = isCutOff ? "maxTokens" : "endTurn";
  return { role: "assistant", content: { type: "text", text }, model, stopReason };
}

function blocksOf(text: string, toolCalls: readonly ToolCall[]) {
  const calls = toolCalls.map(({ id, name, input }) => {
    return { type: "tool_use" as const, id, name, input: input as Record<string, unknown> };
  });
  return text === "" ? calls : [{ type: "text" as const, text }, ...calls];
}
