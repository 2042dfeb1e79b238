// Source: MCP, client features: sampling ("createMessage"), elicitation, roots.

import { fileURLToPath } from "node:url";
import type {
  CreateMessageRequest,
  CreateMessageResult,
  CreateMessageResultWithTools,
  ElicitRequestFormParams,
  Root,
} from "@modelcontextprotocol/server";
import type {
  ElicitationRequest,
  JsonValue,
  Message,
  SamplingReply,
  SamplingRequest,
  ToolCall,
} from "@skein/protocol";
import { blockOf } from "../content-blocks.ts";

/** Parameters of a request to the client's model. */
type SamplingParams = CreateMessageRequest["params"];

/** Converts a form to MCP's request. */
export function elicitationParams({ message, schema }: ElicitationRequest): ElicitRequestFormParams {
  return { message, requestedSchema: schema as ElicitRequestFormParams["requestedSchema"] };
}

/** Converts a request to a model to MCP's. */
export function samplingParams({
  system,
  messages,
  maxOutputTokens,
  temperature,
  tools,
  toolChoice,
}: SamplingRequest): SamplingParams {
  return {
    messages: messages.flatMap(sampledMessages),
    maxTokens: maxOutputTokens,
    ...(system === "" ? {} : { systemPrompt: system }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(tools ? { tools: tools as SamplingParams["tools"] } : {}),
    ...(tools && toolChoice ? { toolChoice: { mode: toolChoice } } : {}),
  };
}

/** Content of a message. */
type SampledBlock = SamplingParams["messages"][number]["content"];

/**
 * Converts a message to one for each part, where that is possible: revisions
 * before 2025-11-25 have no lists. Calls and results stay together.
 */
function sampledMessages({ role, content }: Message): SamplingParams["messages"] {
  const blocks = content.flatMap(sampledBlocks);
  const belong = content.some(({ type }) => type === "tool-call" || type === "tool-result");
  const wire = role === "assistant" ? "assistant" : "user";
  if (belong) return [{ role: wire, content: blocks as SampledBlock }];
  return blocks.map((block) => ({ role: wire, content: block as SampledBlock }));
}

/** Converts a part. Thinking and vendor-specific parts are left out. */
function sampledBlocks(part: Message["content"][number]): readonly object[] {
  switch (part.type) {
    case "text":
    case "image":
      return [blockOf(part)];
    case "tool-call":
      return "problem" in part ? [] : [{ type: "tool_use", id: part.id, name: part.name, input: part.input }];
    case "tool-result": {
      const { callId, content, failure } = part;
      const isError = failure === undefined ? {} : { isError: true };
      return [{ type: "tool_result", toolUseId: callId, content: content.map(blockOf), ...isError }];
    }
    default:
      return [];
  }
}

/** Converts the client's reply. */
export function samplingReply({
  model,
  content,
  stopReason,
}: CreateMessageResult | CreateMessageResultWithTools): SamplingReply {
  const blocks = [content].flat();
  const texts = blocks.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const toolCalls = blocks.flatMap((block): ToolCall[] => {
    if (block.type !== "tool_use") return [];
    const { id, name, input } = block;
    return [{ type: "tool-call", id, name, input: JSON.parse(JSON.stringify(input)) as JsonValue }];
  });
  return {
    model,
    text: texts.join("\n"),
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(stopReason === "maxTokens" ? { isCutOff: true } : {}),
  };
}

/** Returns absolute paths of those roots that are folders of this machine. */
export function rootPaths(roots: readonly Root[]): readonly string[] {
  return roots.flatMap(({ uri }) => {
    if (!URL.canParse(uri) || new URL(uri).protocol !== "file:") return [];
    try {
      return [fileURLToPath(uri)];
    } catch {
      return []; // a folder of another machine
    }
  });
}
