import type { CreateMessageRequestParams } from "@modelcontextprotocol/client";
import {
  escapeInvisible,
  describeFailure,
  isJsonObject,
  type AssistantPart,
  type JsonValue,
  type Message,
  type ToolResultPart,
  type UserPart,
} from "@skein/protocol";
import { isShownImage } from "../keep-bytes.ts";
import { invalidParams } from "./invalid-params.ts";

type SampledMessage = CreateMessageRequestParams["messages"][number];
type SampledBlock = Extract<SampledMessage["content"], readonly unknown[]>[number];
type ResultBlock = Extract<SampledBlock, { readonly type: "tool_result" }>;

/**
 * The messages of a server's request to the model. Throws an `Error` of JSON-RPC unless each tool call is followed by its
 * result, and by nothing else.
 */
export function sampledMessages(messages: readonly SampledMessage[]): readonly Message[] {
  let open = new Map<string, string>();
  const made = messages.map((message): Message => {
    const blocks = [message.content].flat();
    if (message.role === "assistant") {
      if (open.size > 0) throw resultMissing();
      open = callsIn(blocks);
      return { role: "assistant", content: blocks.flatMap(assistantParts) };
    }
    const results = blocks.filter((block) => block.type === "tool_result");
    const named = new Set(results.map(({ toolUseId }) => toolUseId));
    const isWhole =
      named.size === results.length &&
      named.size === open.size &&
      [...open.keys()].every((id) => named.has(id));
    if (!isWhole) throw resultMissing();
    if (results.length > 0 && results.length < blocks.length)
      throw invalidParams("A message with tool results holds them alone.");
    const calls = open;
    open = new Map();
    return results.length > 0
      ? { role: "tool", content: results.map((block) => resultOf(block, calls.get(block.toolUseId) ?? "")) }
      : { role: "user", from: "agent", content: blocks.map(partOf) };
  });
  if (open.size > 0) throw resultMissing();
  return made;
}

/** Names by id. */
function callsIn(blocks: readonly SampledBlock[]): Map<string, string> {
  const calls = blocks.filter((block) => block.type === "tool_use");
  const found = new Map(calls.map(({ id, name }) => [id, name]));
  if (found.size < calls.length) throw invalidParams("Two tool calls have the same id.");
  return found;
}

function assistantParts(block: SampledBlock): readonly AssistantPart[] {
  if (block.type === "text") return [{ type: "text", text: escapeInvisible(block.text) }];
  if (block.type !== "tool_use") return [];
  const { id, name, input } = block;
  return [{ type: "tool-call", id, name, input: JSON.parse(JSON.stringify(input)) as JsonValue }];
}

function resultOf(
  { toolUseId, content, structuredContent, isError }: ResultBlock,
  name: string,
): ToolResultPart {
  const shown = content.map((block) => partOf(block as SampledBlock));
  const isJson = shown.length === 0 && isJsonObject(structuredContent);
  const parts: readonly UserPart[] = isJson
    ? [{ type: "text", text: escapeInvisible(JSON.stringify(structuredContent)) }]
    : shown;
  if (isError !== true) return { type: "tool-result", callId: toolUseId, name, content: parts };
  const message = parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  const failure = describeFailure(name, { kind: "failed", message });
  return {
    type: "tool-result",
    callId: toolUseId,
    name,
    content: [{ type: "text", text: failure }],
    failure: "failed",
  };
}

function partOf(block: SampledBlock): UserPart {
  if (block.type === "text") return { type: "text", text: escapeInvisible(block.text) };
  if (block.type === "image" && isShownImage(block.mimeType))
    return { type: "image", mediaType: block.mimeType, data: block.data };
  return { type: "text", text: `[A part of the kind ${JSON.stringify(block.type)} is left out.]` };
}

function resultMissing(): Error {
  return invalidParams("Each tool call is to be followed by one message with its result.");
}
